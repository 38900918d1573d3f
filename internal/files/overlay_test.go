package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestOverlay shows that unsaved texts are read by every name of a file, and that
// they are bound to a project and to Limit as files are.
func TestOverlay(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.mod", "")
	file := write(t, dir, "a/file", "saved")
	alias := link(t, "a", filepath.Join(dir, "alias"))
	elsewhere := write(t, t.TempDir(), "secret", "saved")
	out := link(t, elsewhere, filepath.Join(dir, "out"))
	long := filepath.Join(dir, "long")
	o := Overlay{
		file: []byte("unsaved"), filepath.Join(dir, "new"): []byte("new"), out: []byte("secret"), elsewhere: []byte("secret"),
		long: make([]byte, Limit+1), filepath.Join(dir, "empty"): nil,
	}
	p, err := o.OfFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		file: "unsaved", filepath.Join(alias, "file"): "unsaved", filepath.Join(dir, "new"): "new", filepath.Join(dir, "empty"): "",
	} {
		if text, err := p.Read(path); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", path, text, err)
		}
		if err := o.Exists(path); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{out, elsewhere} {
		if text, err := p.Read(path); !errors.Is(err, ErrOutside) {
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
	if _, err := p.Read(long); err == nil {
		t.Error("a text that is too long is read")
	}
	if text, err := os.ReadFile(file); string(text) != "saved" {
		t.Errorf("the file has %q, %v", text, err)
	}
}

// TestNearest shows that an unsaved file counts, and a folder does not.
func TestNearest(t *testing.T) {
	dir := t.TempDir()
	above := write(t, dir, "name", "")
	write(t, dir, "a/name/folder", "")
	at := filepath.Join(dir, "a", "b")
	if got, err := Overlay(nil).Nearest(at, "name"); got != above {
		t.Errorf("%q, %v", got, err)
	}
	unsaved := filepath.Join(at, "name")
	if got, err := (Overlay{unsaved: nil}).Nearest(at, "name"); got != unsaved {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Overlay(nil).Nearest(at, "no such name"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// TestRealMissing holds where a path leads that is there in part, behind a link.
func TestRealMissing(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "a/b/file", "")
	link(t, "a", filepath.Join(dir, "to"))
	link(t, "nowhere", filepath.Join(dir, "dangling"))
	for path, want := range map[string]string{
		"to/b/file": "a/b/file", "to/b/c/d/e": "a/b/c/d/e", "to/x": "a/x", "x/y": "x/y", "to": "a", "dangling/x": "dangling/x", "dangling": "dangling",
	} {
		if got, err := Real(filepath.Join(dir, path)); err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s: %s, %v", path, got, err)
		}
	}
	if _, err := Real(filepath.Join(dir, "a/b/file/x/y")); err == nil {
		t.Error("a file has a folder")
	}
	o := Overlay{filepath.Join(dir, "a/new/stategen.yaml"): nil}
	if path, err := o.Nearest(filepath.Join(dir, "to/new/deep/er"), "stategen.yaml"); err != nil || path != filepath.Join(dir, "to/new/stategen.yaml") {
		t.Errorf("%s, %v", path, err)
	}
}
