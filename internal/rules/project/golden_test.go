package project_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

const (
	goldenFolder = "../../../testdata/golden/check"
	schemaFile   = "stategen.yaml"
	wantFile     = "want"
)

// file returns the content of a file of an archive.
func file(a *txtar.Archive, name string) ([]byte, error) {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data, nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// load reads the schema of an archive, which must be right.
func loadCase(t testing.TB, a *txtar.Archive) load.Result {
	t.Helper()
	r := load.Schema(schemaFile, func(name string) ([]byte, error) { return file(a, name) })
	if r.Schema == nil {
		t.Fatalf("the schema is wrong:\n%s", text(t, r.Diagnostics, r.Sources))
	}
	return r
}

func text(t testing.TB, list diag.List, sources diag.Sources) string {
	t.Helper()
	var out bytes.Buffer
	if err := diag.WriteText(&out, list, sources, diag.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// lines has a line for each finding, with what is marked, the hint and other places.
func lines(list diag.List, sources diag.Sources) string {
	place := func(at diag.Span) string {
		pos := sources[at.File].Position(at.Start)
		return fmt.Sprintf("%s:%d:%d", at.File, pos.Line, pos.Column)
	}
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s: %s %s %q: %s", place(d.Span), d.Severity, d.ID, sources[d.Span.File].Text[d.Span.Start:d.Span.End], d.Message)
		if d.Hint != "" {
			b.WriteString("; " + d.Hint)
		}
		for _, r := range d.Related {
			b.WriteString("; " + place(r.Span) + " " + r.Message)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// run checks every file of an archive.
func run(t testing.TB, a *txtar.Archive) (diag.List, diag.Sources) {
	t.Helper()
	r := loadCase(t, a)
	var files []*diag.Source
	for _, f := range a.Files {
		if f.Name != wantFile {
			files = append(files, r.Sources.Add(f.Name, f.Data))
		}
	}
	var unmatched diag.List
	for _, g := range r.Schema.Check.Templates {
		if !matchesAny(t, g.Pattern, files) {
			unmatched = append(unmatched, project.UnmatchedPattern(g, matchesAny(t, g.Pattern+"/**", files)))
		}
	}
	return project.Templates(r.Schema, files, unmatched...), r.Sources
}

func matchesAny(t testing.TB, pattern string, files []*diag.Source) bool {
	t.Helper()
	return slices.ContainsFunc(files, func(f *diag.Source) bool {
		ok, err := doublestar.Match(pattern, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	})
}

// goldenCases are all, by file: those of package prompt, too, which runs them itself.
func goldenCases(t testing.TB) map[string]*txtar.Archive {
	t.Helper()
	cases := map[string]*txtar.Archive{}
	for _, folder := range []string{goldenFolder, "../prompt/testdata"} {
		maps.Copy(cases, casesIn(t, folder))
	}
	return cases
}

func casesIn(t testing.TB, folder string) map[string]*txtar.Archive {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden cases in %s: %v", folder, err)
	}
	cases := map[string]*txtar.Archive{}
	for _, path := range paths {
		if cases[path], err = txtar.ParseFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return cases
}

// TestGolden runs the cases that are about more than texts.
func TestGolden(t *testing.T) {
	for path, a := range casesIn(t, goldenFolder) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			list, sources := run(t, a)
			got := lines(list, sources)
			if *update {
				rewrite(t, path, a, got)
				return
			}
			want, err := file(a, wantFile)
			if err != nil {
				t.Fatalf("the case has no file %q; it would be:\n%s", wantFile, got)
			}
			if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func rewrite(t *testing.T, path string, a *txtar.Archive, got string) {
	t.Helper()
	var files []txtar.File
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

// Each rule on templates has a golden case of its own name that shows it.
func TestEveryRuleHasAGoldenCase(t *testing.T) {
	cases := map[string]*txtar.Archive{}
	for path, a := range goldenCases(t) {
		cases[filepath.Base(path)] = a
	}
	for _, r := range templateRules() {
		a := cases[r.ID+".txtar"]
		if a == nil {
			t.Errorf("no golden case %s.txtar", r.ID)
			continue
		}
		if list, _ := run(t, a); !has(list, r.ID) {
			t.Errorf("%s.txtar has no finding of the rule", r.ID)
		}
	}
}

func has(list diag.List, id string) bool {
	for _, d := range list {
		if d.ID == id {
			return true
		}
	}
	return false
}
