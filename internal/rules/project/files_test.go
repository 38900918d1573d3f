package project_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
)

// TestNoText checks that what is not text is not checked as if it were.
func TestNoText(t *testing.T) {
	s := loadCase(t, &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte(project.ExampleSchema)}}}).Schema
	for text, want := range map[string]string{
		"{ctiy}":                "undeclared-key",
		"\ufeff{ctiy}":          "undeclared-key",
		"{ctiy} \ufffd":         "undeclared-key",
		"{ctiy}\x00":            "not-checked",
		"{ctiy}\xff":            "not-checked",
		"\x89PNG\r\n\x1a\n\x00": "not-checked",
	} {
		for _, name := range []string{"a.md", "a.yaml"} {
			if name == "a.yaml" && want != "not-checked" {
				continue
			}
			got := project.Templates(s, []*diag.Source{diag.NewSource(name, []byte(text))})
			if len(got) != 1 || got[0].ID != want {
				t.Errorf("%s with %q: got %v, want %s", name, text, got, want)
			}
		}
	}
}

// TestLineEndingsOfInstructions checks that the file of an instruction is read
// alike with either line ending, and that findings are at the same place.
func TestLineEndingsOfInstructions(t *testing.T) {
	prompt := strings.Repeat("A line.\n", 18) +
		"<!-- stategen:ignore undeclared-key the host sets it -->\nAsk {guest} first.\nThen {ctiy}.\n"
	for name, text := range map[string]string{
		"LF": prompt, "CRLF": strings.ReplaceAll(prompt, "\n", "\r\n"), "mark": "\ufeff" + strings.ReplaceAll(prompt, "\n", "\r\n"),
	} {
		s := loadCase(t, &txtar.Archive{Files: []txtar.File{
			{Name: schemaFile, Data: []byte("version: 1\nkeys: {city: string}\ninstructions:\n  a: {file: a.md}\n")},
			{Name: "a.md", Data: []byte(text)},
		}}).Schema
		got := project.Templates(s, nil)
		if len(got) != 1 || text[got[0].Span.Start:got[0].Span.End] != "ctiy" {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
