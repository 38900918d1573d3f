package project_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/schema"
)

// apply returns the archive with a fix made in it.
func apply(t *testing.T, a *txtar.Archive, fix diag.Fix) *txtar.Archive {
	t.Helper()
	after := &txtar.Archive{Files: slices.Clone(a.Files)}
	for _, e := range slices.Backward(fix.Edits) { // each leaves the offsets of those before
		i := slices.IndexFunc(after.Files, func(f txtar.File) bool { return f.Name == e.Span.File })
		if i < 0 {
			t.Fatalf("a fix edits %s, which is not in the case", e.Span.File)
		}
		old := string(after.Files[i].Data)
		after.Files[i].Data = []byte(old[:e.Span.Start] + e.NewText + old[e.Span.End:])
	}
	return after
}

// leftAsText are the rules on what may be meant as text.
var leftAsText = map[string]bool{"malformed-placeholder": true, "unknown-prefix": true}

// Every fix of every golden case removes its finding.
func TestFixes(t *testing.T) {
	fixed := map[string]int{}
	for path, a := range goldenCases(t) {
		list, _ := run(t, a)
		for _, d := range list {
			for _, fix := range d.Fixes {
				fixed[d.ID]++
				after, _ := run(t, apply(t, a, fix))
				still := func(o diag.Diagnostic) bool { return o.ID == d.ID && o.Span.Start == d.Span.Start }
				if slices.ContainsFunc(after, still) {
					t.Errorf("%s: %q leaves the finding %q", path, fix.Message, d.Message)
				}
				if count(after, d.ID) >= count(list, d.ID) {
					t.Errorf("%s: %q brings another finding of %s", path, fix.Message, d.ID)
				}
				if leftAsText[d.ID] && fix.Certain {
					t.Errorf("%s: %q makes a lookup of what is text, and says that it is certain", path, fix.Message)
				}
				if leftAsText[d.ID] && len(after) >= len(list) {
					t.Errorf("%s: %q brings another finding", path, fix.Message)
				}
				if d.Severity == diag.Error && errorsIn(after) >= errorsIn(list) {
					t.Errorf("%s: %q brings another error", path, fix.Message)
				}
			}
		}
	}
	for _, id := range []string{
		"undeclared-key", "missing-optional-marker", "redundant-optional-marker", "temp-may-be-empty",
		"swallowed-braces", "unknown-prefix", "malformed-placeholder",
	} {
		if fixed[id] == 0 {
			t.Errorf("no golden case has a fix of %s", id)
		}
	}
}

func count(list diag.List, id string) int {
	n := 0
	for _, d := range list {
		if d.ID == id {
			n++
		}
	}
	return n
}

func errorsIn(list diag.List) int {
	n := 0
	for _, d := range list {
		if d.Severity == diag.Error {
			n++
		}
	}
	return n
}

// Any text can be checked: nothing panics, every span is in the file, and the
// findings can be printed.
func FuzzTemplates(f *testing.F) {
	var schemas []*schema.Schema
	for _, extra := range []string{"", "dialect: stategen\n", "placeholders: [brace, angle]\n"} {
		a := &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte(project.ExampleSchema + extra)}}}
		schemas = append(schemas, loadCase(f, a).Schema)
	}
	for _, a := range goldenCases(f) {
		for _, file := range a.Files {
			if file.Name != schemaFile && file.Name != wantFile {
				f.Add(string(file.Data))
			}
		}
	}
	f.Add("\ufeff{a: &")
	f.Add("# stategen:ignore undeclared-key a\r\n{nokey} {{city | upper}} {city[0]}\n{% for x in y %}{{x}}{% endfor %}\n")
	f.Fuzz(func(t *testing.T, content string) {
		for _, s := range schemas {
			for _, name := range []string{"a.md", "a.yaml"} {
				src := diag.NewSource(name, []byte(content))
				list := project.Templates(s, []*diag.Source{src})
				text(t, list, diag.Sources{name: src})
				for _, d := range list {
					if s := d.Span; s.Start < 0 || s.End < s.Start || s.End > len(content) {
						t.Fatalf("%q: %s at %+v", content, d.ID, s)
					}
					if strings.ContainsAny(d.Message, "\n") {
						t.Fatalf("%q: message %q", content, d.Message)
					}
				}
			}
		}
	})
}
