//go:build unix

package pages

import (
	"os"
	"testing"
)

// TestPictures makes the pictures of the docs anew: PICTURES=docs/inspect .ci/pages -run TestPictures
func TestPictures(t *testing.T) {
	if os.Getenv("PICTURES") == "" {
		t.Skip("PICTURES names no folder for them")
	}
	db := "booking.db"
	dir := booking(t)
	stored := played(t)
	if err := os.Rename(stored, dir+"/"+db); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(dir + "/" + db) })
	p := Open(t)
	p.Size(1180, 760)
	link := inspected(t, dir, "--db", db)
	enter(p, link)
	p.Visit(beforeQuery(link) + "app/booking/user/ana/session/home?at=30")
	p.Picture("session")
}
