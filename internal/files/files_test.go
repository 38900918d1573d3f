package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
	return path
}

func link(t *testing.T, target, path string) string {
	t.Helper()
	if os.Symlink(target, path) != nil {
		t.Skip("no symbolic links here")
	}
	return path
}

// TestRead holds what a project's files may name, from a module in a repository.
func TestRead(t *testing.T) {
	elsewhere := write(t, t.TempDir(), "secret", "secret")
	repo := t.TempDir()
	for _, name := range []string{".git/HEAD", "common.yaml", "svc/go.mod", "svc/agent/p.md"} {
		write(t, repo, name, name)
	}
	agent := filepath.Join(repo, "svc", "agent")
	inside := link(t, "../../common.yaml", filepath.Join(agent, "inside"))
	absolute := link(t, filepath.Join(repo, "common.yaml"), filepath.Join(agent, "absolute"))
	outside := link(t, elsewhere, filepath.Join(agent, "outside"))
	folder := link(t, filepath.Dir(elsewhere), filepath.Join(agent, "folder"))
	p, err := OfFolder(agent)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(agent, "p.md"):                    "svc/agent/p.md",
		filepath.Join(agent, "..", "..", "common.yaml"): "common.yaml",
		inside:                           "common.yaml",
		absolute:                         "common.yaml",
		outside:                          "",
		filepath.Join(folder, "secret"):  "",
		elsewhere:                        "",
		filepath.Join(repo, "..", "etc"): "",
	} {
		text, err := p.Read(path)
		if string(text) != want || want == "" && !errors.Is(err, ErrOutside) {
			t.Errorf("%s: %q, %v", path, text, err)
		}
	}
	if _, err := p.Read(filepath.Join(agent, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is missing: %v", err)
	}
	t.Setenv(RootVariable, filepath.VolumeName(repo)+string(filepath.Separator))
	if p, err = OfFolder(agent); err != nil {
		t.Fatal(err)
	}
	if text, err := p.Read(outside); string(text) != "secret" {
		t.Errorf("with another root: %q, %v", text, err)
	}
}

// TestLinkedFolder holds that a folder which is a link, as a build system makes
// it, is in the project where it really is.
func TestLinkedFolder(t *testing.T) {
	repo := t.TempDir()
	write(t, repo, "go.mod", "")
	write(t, repo, "a/x", "x")
	write(t, repo, "common", "common")
	at := link(t, filepath.Join(repo, "a"), filepath.Join(t.TempDir(), "there"))
	p, err := OfFolder(at)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := p.Read(filepath.Join(at, "x")); string(text) != "x" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestWithoutMarker holds that nothing above a folder counts if nothing says so.
func TestWithoutMarker(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "above", "above")
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	var r Reader
	if _, err := r.ReadFor(filepath.Join(dir, "sub", "x"), filepath.Join(dir, "above")); !errors.Is(err, ErrOutside) {
		t.Errorf("%v", err)
	}
}

// TestHolds holds that a file which another one names has to be in the project of
// that one, and not of whatever folder a link leads to.
func TestHolds(t *testing.T) {
	other := t.TempDir()
	write(t, other, "go.mod", "")
	write(t, other, "x", "secret")
	dir := t.TempDir()
	owner := write(t, dir, "go.mod", "")
	inside := write(t, dir, "a/x", "x")
	folder := link(t, other, filepath.Join(dir, "folder"))
	var r Reader
	for path, want := range map[string]bool{
		inside:                             true,
		filepath.Join(folder, "x"):         false,
		filepath.Join(other, "x"):          false,
		filepath.Join(dir, "a", "missing"): true,
	} {
		if got := r.Holds(owner, path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

func TestLimit(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "long", "")
	if err := os.Truncate(path, Limit+1); err != nil {
		t.Fatal(err)
	}
	if text, err := Read(path); err == nil {
		t.Errorf("%d bytes are read", len(text))
	}
}

func TestReplace(t *testing.T) {
	other := t.TempDir()
	secret := write(t, other, "secret", "secret")
	dir := t.TempDir()
	write(t, dir, "go.mod", "")
	file := write(t, dir, "file", "before")
	inside, outside := link(t, "file", filepath.Join(dir, "inside")), link(t, secret, filepath.Join(dir, "outside"))
	folder := link(t, other, filepath.Join(dir, "folder"))
	p, err := OfFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Stage(inside, []byte("after"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Discard()
	if err := s.Commit(); err != nil {
		t.Error(err)
	}
	if _, err := p.Stage(outside, []byte("after")); !errors.Is(err, ErrOutside) {
		t.Errorf("through a link: %v", err)
	}
	if err := p.MkdirAll(filepath.Join(folder, "new")); !errors.Is(err, ErrOutside) {
		t.Errorf("a new folder: %v", err)
	}
	if err := p.Remove(filepath.Join(folder, "secret")); !errors.Is(err, ErrOutside) {
		t.Errorf("removing: %v", err)
	}
	if err := p.Remove(outside); err != nil {
		t.Errorf("removing a link: %v", err)
	}
	for path, want := range map[string]string{file: "after", secret: "secret"} {
		if text, err := os.ReadFile(path); string(text) != want {
			t.Errorf("%s holds %q, %v", path, text, err)
		}
	}
}
