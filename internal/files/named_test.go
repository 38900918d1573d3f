package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestNamed holds which paths a user may name, from within a repository that is
// itself reached through a link.
func TestNamed(t *testing.T) {
	base := tree(t, "out/secret.md", "out/sub/stategen.yaml", "x.md",
		"other/go.mod", "other/p.md", "other/link.md -> ../out/secret.md", "other/folder -> ../out/sub",
		"repo/.git/HEAD", "repo/p/a.md", "repo/p/link.md -> ../../out/secret.md", "repo/p/env.md -> /proc/self/environ",
		"repo/p/inside.md -> a.md", "repo/lsub -> ../out/sub", "repo/nd -> ../out", "repo/lost -> none",
		"linked -> repo", "plain/p/a.md", "plain/p/up.md -> ../b.md", "plain/b.md", "plain/p/link.md -> ../../out/secret.md", "plain/repo -> ../repo")
	for from, paths := range map[string]map[string]bool{
		"repo": {
			"p/a.md": true, "p/inside.md": true, "p": true, ".": true, "new/folder": true, "lost": true,
			"../x.md": true, "../out": true, "../out/secret.md": true, "../other/p.md": true, "../linked/p/a.md": true,
			filepath.Join(base, "linked", "p", "a.md"): true, filepath.Join(base, "x.md"): true,
			"p/link.md": false, "p/env.md": false, "lsub": false, "lsub/stategen.yaml": false, "nd/new": false, "./p/../lsub": false,
			"../other/link.md": false, "../other/folder": false, "../linked/p/link.md": false,
			filepath.Join(base, "linked", "p", "link.md"): false,
		},
		"linked/p": {"a.md": true, "../p": true, "../../x.md": true, "link.md": false, "../lsub": false},
		"plain":    {"p/a.md": true, "p/up.md": true, "repo": true, "repo/p/a.md": true, "p/link.md": false, "repo/lsub": false},
	} {
		t.Chdir(filepath.Join(base, filepath.FromSlash(from)))
		for path, want := range paths {
			if err := Named(filepath.FromSlash(path)); want && err != nil || !want && !errors.Is(err, ErrOutside) {
				t.Errorf("from %s: %s: %v", from, path, err)
			}
			if _, err := Overlay(nil).OfNamed(path); path == "lost" && !errors.Is(err, fs.ErrNotExist) || !want && err == nil {
				t.Errorf("from %s: %s may be written: %v", from, path, err)
			}
		}
	}
	t.Chdir(filepath.Join(base, "repo"))
	t.Setenv(RootVariable, "..")
	if err := Named("p/link.md"); err != nil {
		t.Errorf("with another root: %v", err)
	}
	if err := os.Symlink("loop", "loop"); err != nil {
		t.Fatal(err)
	}
	if err := Named("loop/x"); !errors.Is(err, errLoop) {
		t.Errorf("a link to itself: %v", err)
	}
	if err := os.WriteFile("text", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Named("text/x"); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("below a file: %v", err)
	}
}
