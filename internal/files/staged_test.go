package files

import (
	"os"
	"testing"
)

// TestReplaceMode holds that a file keeps its permissions, and that nothing else is left in the folder.
func TestReplaceMode(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "file", "before")
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Replace(file, []byte("after")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil || string(text) != "after" {
		t.Errorf("the file holds %q (%v)", text, err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("the folder holds %v, %v", list, err)
	}
}
