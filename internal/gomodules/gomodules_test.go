package gomodules

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree writes empty Go files and modules into a folder.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path, text := filepath.Join(dir, filepath.FromSlash(name)), "package p\n"
		switch filepath.Base(name) {
		case "go.mod":
			text = "module example.com/" + filepath.Base(filepath.Dir(path)) + "\n\ngo 1.26\n"
		case "go.work":
			text = "go 1.26\n\nuse (\n\t./a\n\t./b\n)\n"
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// groups writes what is to be looked at as lines of folder and patterns.
func groups(t *testing.T, dir, at string, recursive bool) string {
	t.Helper()
	parts, err := Parts(t.Context(), filepath.Join(dir, at), recursive)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, g := range Groups(t.Context(), parts) {
		rel, err := filepath.Rel(dir, g.Dir)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(filepath.ToSlash(rel) + ": " + strings.Join(g.Patterns, " "))
		if len(g.Workspace) > 0 {
			b.WriteString(" (workspace)")
		}
		if slices.Contains(g.Env, "GOWORK=off") {
			b.WriteString(" (beside the workspace)")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestGroups(t *testing.T) {
	t.Setenv("GOWORK", "")
	modules := []string{"a/go.mod", "a/x.go", "a/sub/x.go", "b/go.mod", "b/sub/x.go", "b/c/go.mod", "b/c/x.go"}
	skipped := []string{
		"vendor/v/go.mod", "vendor/v/x.go", "a/testdata/go.mod", "a/testdata/x.go", ".d/go.mod", ".d/x.go", "_u/go.mod",
		"_u/x.go", "node_modules/n/go.mod", "node_modules/n/x.go", "empty/go.mod", "loose/x.go",
	}
	all := slices.Concat(modules, skipped)
	for _, c := range []struct {
		what      string
		more      []string
		at        string
		recursive bool
		want      string
	}{
		{"in no module", nil, ".", true, "a: ./...\nb: ./...\nb/c: ./...\n"},
		{"in a module", []string{"go.mod"}, ".", true, ".: ./...\na: ./...\nb: ./...\nb/c: ./...\n"},
		{"a folder alone", nil, "a/sub", false, "a: ./sub\n"},
		{"below a folder", nil, "a/sub", true, "a: ./sub/...\n"},
		{"a module's root", nil, "a", false, "a: .\n"},
		{"no Go in it", nil, "b", false, ""},
		{"one that is skipped below others", nil, "a/testdata", true, "a/testdata: ./...\n"},
		{"a workspace", []string{"go.work"}, ".", true, ".: ./a/... ./b/... (workspace)\nb/c: ./... (beside the workspace)\n"},
		{"a module of a workspace", []string{"go.work"}, "a/sub", true, "a: ./sub/... (workspace)\n"},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := tree(t, append(slices.Clone(all), c.more...)...)
			if got := groups(t, dir, c.at, c.recursive); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
	t.Run("without the workspace", func(t *testing.T) {
		t.Setenv("GOWORK", "off")
		dir := tree(t, append(slices.Clone(all), "go.work")...)
		if got, want := groups(t, dir, ".", true), "a: ./...\nb: ./...\nb/c: ./...\n"; got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	})
}

// TestLinkedFolder holds that a folder named by a symbolic link is looked into,
// and that links below it are not.
func TestLinkedFolder(t *testing.T) {
	dir := tree(t, "real/go.mod", "real/a.go", "real/sub/b.go", "other/go.mod", "other/c.go")
	if os.Symlink("real", filepath.Join(dir, "link")) != nil || os.Symlink("../other", filepath.Join(dir, "real", "more")) != nil {
		t.Skip("no symbolic links here")
	}
	for _, c := range []struct {
		recursive bool
		want      string
	}{{false, "link: .\n"}, {true, "link: ./...\n"}} {
		if got := groups(t, dir, "link", c.recursive); got != c.want {
			t.Errorf("recursive %v: got %q, want %q", c.recursive, got, c.want)
		}
	}
}

// TestVanishing holds that a folder which is gone before it was looked into is
// passed over.
func TestVanishing(t *testing.T) {
	dir := tree(t, "a/a.go", "b/b.go", "c/c.go")
	var seen []string
	err := Walk(t.Context(), dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		seen = append(seen, d.Name())
		return os.RemoveAll(filepath.Join(dir, "b"))
	})
	if want := []string{"a.go", "c.go"}; err != nil || !slices.Equal(seen, want) {
		t.Errorf("got %q and the error %v, want %q", seen, err, want)
	}
}

// TestWalkPackages holds which folders are visited that begin with _.
func TestWalkPackages(t *testing.T) {
	dir := tree(t, "a/__old/a.py", "_b/_c/b.py", "__pycache__/x.py", "_vendor/x.py", "__tests__/x.py", "_d/.e/x.py", "node_modules/x.py", "__/c.py")
	var seen []string
	err := WalkPackages(t.Context(), dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			seen = append(seen, d.Name())
		}
		return err
	})
	if want := []string{"c.py", "b.py", "a.py"}; err != nil || !slices.Equal(seen, want) {
		t.Errorf("got %q and the error %v, want %q", seen, err, want)
	}
}
