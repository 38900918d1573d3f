package statelint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/check/statelint"
	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/schema/load"
	"golang.org/x/tools/go/analysis/analysistest"
)

// generated makes a GOPATH in which the go command finds a package with its
// schema and the code that is generated from it, our runtime, and the stubs. It
// returns its path.
func generated(t *testing.T, name string, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for _, link := range []struct{ from, to string }{
		{"google.golang.org", "testdata/src/google.golang.org"},
		{"github.com/seed92179c4c/stategen/runtime", "../../runtime"},
	} {
		target, err := filepath.Abs(link.to)
		if err != nil {
			t.Fatal(err)
		}
		from := filepath.Join(root, "src", filepath.FromSlash(link.from))
		if err := os.MkdirAll(filepath.Dir(from), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, from); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(root, "src", name)
	for file, text := range files {
		write(t, filepath.Join(dir, file), text)
	}
	r := load.Schema(filepath.Join(dir, "stategen.yaml"), os.ReadFile)
	if r.Schema == nil {
		t.Fatalf("the schema has errors: %v", r.Diagnostics)
	}
	out, list := generator.Generate(r.Schema, generator.Options{Package: r.Schema.Out, Source: "../stategen.yaml"})
	if list.HasErrors() {
		t.Fatalf("the schema can't be generated: %v", list)
	}
	for _, f := range out {
		write(t, filepath.Join(dir, r.Schema.Out, f.Name), string(f.Content))
	}
	return root
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// filesOf reads a folder of testdata.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"*.yaml", "*/*.go"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			name, err := filepath.Rel(dir, path)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(text)
		}
	}
	return files
}

// Misuse of generated code, on top of real generated code.
func TestMisuse(t *testing.T) {
	root := generated(t, "misuse", filesOf(t, filepath.Join("testdata", "misuse")))
	o := statelint.Options{Warnings: true, Schema: filepath.Join(root, "src", "misuse", "stategen.yaml")}
	analysistest.Run(t, root, statelint.New(o), "misuse/use")
}

// options is how the go command finds what generated has written.
func options(root string) statelint.CheckOptions {
	return statelint.CheckOptions{
		Dir: filepath.Join(root, "src"),
		Env: append(os.Environ(), "GOPATH="+root, "GO111MODULE=off", "GOWORK=off", "GOFLAGS="),
	}
}
