package sqlite_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// TestReadOnlyDisk opens a file for reading where SQLite can't make the files that it needs
// beside it, as on a disk that can't be written to.
func TestReadOnlyDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	svc, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(t.TempDir(), "missing", "x"), path+"-shm"); err != nil {
		t.Fatal(err)
	}
	_, err = sqlite.Open(t.Context(), path, sqlite.ReadOnly())
	if err == nil || !strings.Contains(err.Error(), "copy the file to where its folder can be written to") {
		t.Errorf("got error %v", err)
	}
}
