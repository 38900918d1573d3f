package golang_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const testdata = "../../testdata/golden"

// TestGolden generates each case, compares every file byte for byte, and then
// vets the cases and runs their own tests.
func TestGolden(t *testing.T) {
	compareAndRun(t, testdata+"/generate", "../..")
}

// TestGoldenADK does the same for cases that import ADK's packages. They are
// in a module of their own, with stubs of those packages.
func TestGoldenADK(t *testing.T) {
	compareAndRun(t, testdata+"/adk", testdata+"/adk")
}

// TestGoldenTRPC does the same for tRPC-Agent-Go's.
func TestGoldenTRPC(t *testing.T) {
	compareAndRun(t, testdata+"/trpc", testdata+"/trpc")
}

// TestGoldenEino compares the case that imports eino's packages. What runs it is in module
// test, with the real ones.
func TestGoldenEino(t *testing.T) { compareCase(t, "../../test/eino/trip") }

// compareAndRun checks the cases in a folder, which belongs to the module at
// root.
func compareAndRun(t *testing.T, folder, root string) {
	cases, err := filepath.Glob(folder + "/*/stategen.yaml")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no golden cases: %v", err)
	}
	for i, path := range cases {
		cases[i] = filepath.Dir(path)
		t.Run(filepath.Base(cases[i]), func(t *testing.T) { compareCase(t, cases[i]) })
	}
	runTests(t, root, cases)
}

func compareCase(t *testing.T, dir string) {
	files := generate(t, dir)
	produced := map[string]bool{}
	for _, f := range files {
		produced[f.Name] = true
		path := filepath.Join(dir, f.Name)
		if *update {
			if err := os.WriteFile(path, f.Content, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("%v (run with -update to write it)", err)
			continue
		}
		if !bytes.Equal(f.Content, want) {
			t.Errorf("%s differs; run with -update and read the difference", path)
		}
	}
	removeOrphans(t, dir, produced)
}

func generate(t *testing.T, dir string) []generator.File {
	t.Helper()
	r := load.Schema(filepath.ToSlash(filepath.Join(dir, "stategen.yaml")), os.ReadFile)
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	files, problems := generator.Generate(r.Schema, generator.Options{Package: filepath.Base(dir), Source: "stategen.yaml"})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return files
}

func removeOrphans(t *testing.T, dir string, produced map[string]bool) {
	present, err := filepath.Glob(dir + "/*_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range present {
		switch {
		case produced[filepath.Base(path)]:
		case *update:
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s is no longer generated", path)
		}
	}
}

// runTests has the go command vet all cases and run their tests, at once: "..." doesn't
// reach into testdata, so each is named.
func runTests(t *testing.T, root string, cases []string) {
	t.Helper()
	args := []string{"test", "-vet=all"}
	for _, dir := range cases {
		rel, err := filepath.Rel(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, "./"+filepath.ToSlash(rel))
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
