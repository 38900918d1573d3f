package cache

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestProgram holds that another program is not taken for this one.
func TestProgram(t *testing.T) {
	folder := t.TempDir()
	seen := map[string]string{}
	program := func(what, name, text string, built int64) {
		path := filepath.Join(folder, name)
		write(t, path, text)
		if err := os.Chtimes(path, time.Time{}, time.Unix(built, 0)); err != nil {
			t.Fatal(err)
		}
		id, err := programAt(path)
		if err != nil {
			t.Fatal(err)
		}
		if other, taken := seen[id]; taken {
			t.Errorf("%s is taken for %s", what, other)
		}
		seen[id] = what
	}
	program("the program", "p", "1", 1)
	program("a larger one", "p", "12", 1)
	program("a later one", "p", "1", 2)
	program("one elsewhere", "q", "1", 1)
	if _, err := programAt(filepath.Join(folder, "gone")); err == nil {
		t.Error("a program that is not there is told from others")
	}
}
