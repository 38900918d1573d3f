package draw

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
	"golang.org/x/tools/txtar"
)

// CasesOfSchemas reads the golden cases of what is said about schemas.
func CasesOfSchemas(t testing.TB) []Case {
	return slices.Concat(Cases(t, "diagnostics"), Cases(t, "moves"), Cases(t, "../../schema/internal/*/testdata"))
}

// wantFile is the file of a golden case that holds what is expected.
const wantFile = "want"

// Case is a golden case: the files of an input, and what is expected of it.
type Case struct {
	Name, Path string
	*txtar.Archive
}

// Cases reads the golden cases in a folder of testdata/golden.
func Cases(t testing.TB, folder string) []Case {
	t.Helper()
	root := ".."
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		root = filepath.Join(root, "..")
	}
	return CasesIn(t, filepath.Join(root, "testdata", "golden", folder))
}

// Beside reads the golden cases beside the test.
func Beside(t testing.TB) []Case { return CasesIn(t, "testdata") }

// CasesIn reads the golden cases in a folder.
func CasesIn(t testing.TB, folder string) []Case {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden cases in %s: %v", folder, err)
	}
	var cases []Case
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, Case{strings.TrimSuffix(filepath.Base(path), ".txtar"), path, a})
	}
	return cases
}

// Read returns the text of a file of the case's input, for load.Schema.
func (c Case) Read(name string) ([]byte, error) {
	for _, f := range c.Files {
		if f.Name == name && name != wantFile {
			return f.Data, nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// Check compares what was got with what the case expects, or makes it so.
func (c Case) Check(t *testing.T, got string, update bool) {
	t.Helper()
	files, want, found := make([]txtar.File, 0, len(c.Files)+1), "", false
	for _, f := range c.Files {
		if f.Name == wantFile {
			want, found = string(f.Data), true
			continue
		}
		files = append(files, f)
	}
	switch {
	case update:
		c.Files = append(files, txtar.File{Name: wantFile, Data: []byte(got)})
		if err := os.WriteFile(c.Path, txtar.Format(c.Archive), 0o644); err != nil {
			t.Fatal(err)
		}
	case !found:
		t.Errorf("the case has no file %q; it would be:\n%s", wantFile, got)
	case got != want:
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Text prints findings as a user sees them.
func Text(t testing.TB, r load.Result) string {
	t.Helper()
	var out bytes.Buffer
	if err := diag.WriteText(&out, r.Diagnostics, r.Sources, diag.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Lines lists findings in a line each, for cases of single packages: where it is and the
// text there, what is wrong, what to write instead (=> if that is certain), and other
// places.
func Lines(r load.Result) string {
	var out strings.Builder
	at := func(s diag.Span) string {
		p := r.Sources[s.File].Position(s.Start)
		return strings.TrimPrefix(fmt.Sprintf("%s:%d:%d", s.File, p.Line, p.Column), "stategen.yaml:")
	}
	for _, d := range r.Diagnostics {
		text := r.Sources[d.Span.File].Text[d.Span.Start:d.Span.End]
		fmt.Fprintf(&out, "%s %s %s %s: %s", at(d.Span), diag.Quote(string(text)), d.Severity, d.ID, d.Message)
		if d.Hint != "" {
			fmt.Fprintf(&out, "; %s", d.Hint)
		}
		for _, f := range d.Fixes {
			arrow := map[bool]string{true: "=>", false: "~>"}[f.Certain]
			fmt.Fprintf(&out, " %s %s %s", arrow, at(f.Edits[0].Span), f.Edits[0].NewText)
		}
		for _, related := range d.Related {
			fmt.Fprintf(&out, " | %s %s", at(related.Span), related.Message)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// MustLoad loads a schema without mistakes.
func MustLoad(t testing.TB, yaml string) *schema.Schema {
	t.Helper()
	r := load.Schema("stategen.yaml", Read("stategen.yaml", yaml))
	if r.Schema == nil {
		t.Fatalf("%s\n%s", yaml, Text(t, r))
	}
	return r.Schema
}
