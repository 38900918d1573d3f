package gencode

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// tree makes empty files below a folder, and modules that are named after theirs.
func tree(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		text := "package p\n"
		if filepath.Base(name) == "go.mod" {
			text = "module example.com/" + filepath.Base(filepath.Dir(name)) + "\n"
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestImportPathsInAModule(t *testing.T) {
	root := tree(t, "m/go.mod", "m/a/b/b.go", "m/state/state.go", "m/sub/go.mod", "m/sub/state/state.go", "state/state.go")
	at := func(path, dir string) Package {
		return Package{path, filepath.Join(root, filepath.FromSlash(dir))}
	}
	tests := []struct {
		from Package
		dir  string
		want string
	}{
		{at("example.com/m", "m"), "m/state", "example.com/m/state"},
		{at("example.com/m/a/b", "m/a/b"), "m/state", "example.com/m/state"},
		{at("example.com/m/a/b", "m/a/b"), "m/a/b/state", "example.com/m/a/b/state"},
		{at("example.com/m/a/b", "m/a/b"), "m", "example.com/m"},
		{at("example.com/m/a/b", "m/a/b"), "m/sub/state", ""}, // another module
		{at("example.com/m/a/b", "m/a/b"), "state", ""},
		{at("command-line-arguments", "m/a/b"), "m/state", "example.com/m/state"},
		{at("state", "state"), "state", "state"},
	}
	for _, tt := range tests {
		got, ok := tt.from.Beside(filepath.Join(root, filepath.FromSlash(tt.dir)), sources.New(nil))
		if ok != (tt.want != "") || got.Path != tt.want {
			t.Errorf("%s beside %s: %q, want %q", tt.dir, tt.from.Path, got.Path, tt.want)
		}
	}
}

func TestInternalPackages(t *testing.T) {
	tests := []struct {
		from, imported string
		want           bool
	}{
		{"example.com/m/a", "example.com/m/state", true},
		{"example.com/m/a", "example.com/m/internal/state", true},
		{"example.com/m", "example.com/m/internal/state", true},
		{"example.com/m/a", "example.com/m/b/internal/state", false},
		{"example.com/m/b2", "example.com/m/b/internal", false},
	}
	for _, tt := range tests {
		if got := (Package{Path: tt.from}).MayImport(tt.imported); got != tt.want {
			t.Errorf("%s imports %s: %v", tt.from, tt.imported, got)
		}
	}
}

func TestImportCycles(t *testing.T) {
	root := tree(t, "m/go.mod")
	for dir, imports := range map[string]string{"a": "example.com/m/b", "b": "fmt", "c": "example.com/m/c2", "c2": "example.com/m/c"} {
		path := filepath.Join(root, "m", dir, "x.go")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("package x\n\nimport _ \""+imports+"\"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	at := Package{"example.com/m", filepath.Join(root, "m")}
	for _, tt := range []struct {
		imports, target string
		want            bool
	}{
		{"example.com/m/a", "example.com/m/b", true},
		{"example.com/m/b", "example.com/m/a", false},
		{"example.com/m/c", "example.com/m/a", false},
		{"fmt", "example.com/m/a", false},
	} {
		if got := at.Reaches([]string{tt.imports}, tt.target, sources.New(nil)); got != tt.want {
			t.Errorf("%s reaches %s: %v", tt.imports, tt.target, got)
		}
	}
}
