package schema_test

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

const (
	goldenFolder = "../testdata/golden/diagnostics"
	wantFile     = "want"
)

// reader serves the files of an archive.
func reader(a *txtar.Archive) schema.ReadFile {
	return func(name string) ([]byte, error) {
		for _, f := range a.Files {
			if f.Name == name && name != wantFile {
				return f.Data, nil
			}
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
}

func goldenCases(t testing.TB) []string {
	t.Helper()
	cases, err := filepath.Glob(filepath.Join(goldenFolder, "*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no golden cases in %s: %v", goldenFolder, err)
	}
	return cases
}

func parseCase(t testing.TB, path string) *txtar.Archive {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// text prints the findings as a user sees them.
func text(t testing.TB, r schema.Result) string {
	t.Helper()
	var out bytes.Buffer
	if err := diag.WriteText(&out, r.Diagnostics, r.Sources, diag.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGoldenDiagnostics(t *testing.T) {
	for _, path := range goldenCases(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a := parseCase(t, path)
			got := text(t, schema.Load("stategen.yaml", reader(a)))
			if *update {
				updateCase(t, path, a, got)
				return
			}
			if want, ok := wanted(a); !ok {
				t.Errorf("the case has no file %q; it would be:\n%s", wantFile, got)
			} else if got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func wanted(a *txtar.Archive) (string, bool) {
	for _, f := range a.Files {
		if f.Name == wantFile {
			return string(f.Data), true
		}
	}
	return "", false
}

func updateCase(t *testing.T, path string, a *txtar.Archive, got string) {
	t.Helper()
	files := make([]txtar.File, 0, len(a.Files)+1)
	for _, f := range a.Files {
		if f.Name != wantFile {
			files = append(files, f)
		}
	}
	a.Files = append(files, txtar.File{Name: wantFile, Data: []byte(got)})
	if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}
