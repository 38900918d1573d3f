package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReplaceLink holds that what a symbolic link leads to is replaced, and not
// the link.
func TestReplaceLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	if os.Symlink("file", link) != nil {
		t.Skip("no symbolic links here")
	}
	if err := Replace(link, []byte("after")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if to, _ := os.Readlink(link); err != nil || string(text) != "after" || to != "file" {
		t.Errorf("the file holds %q (%v), the link leads to %q", text, err, to)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
}
