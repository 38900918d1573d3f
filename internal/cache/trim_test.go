package cache

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/internal/files"
)

// TestSaveTrims holds that keeping an entry forgets those that nobody has kept anew for long, and
// nobody else's files.
func TestSaveTrims(t *testing.T) {
	folder := t.TempDir()
	names := map[string]bool{"old" + suffix: false, files.StagedPrefix + "3": false, "theirs": true, "theirs.entry": true}
	for name := range names {
		path := filepath.Join(folder, name)
		write(t, path, "")
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-unused-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	names["new"+suffix], names[files.StagedPrefix+"4"] = true, true
	write(t, filepath.Join(folder, "new"+suffix), "")
	write(t, filepath.Join(folder, files.StagedPrefix+"4"), "")
	e := entryIn(folder)
	names[filepath.Base(e.path)] = true
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	for name, stays := range names {
		if slices.Contains(left, name) != stays {
			t.Errorf("%s: it stays: %v", name, !stays)
		}
	}
	trim(filepath.Join(t.TempDir(), "gone"))
}
