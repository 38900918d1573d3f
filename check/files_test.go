package check_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"golang.org/x/tools/txtar"
)

// TestNoText checks that what is not text is not checked as if it were.
func TestNoText(t *testing.T) {
	s := loadCase(t, &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte(check.ExampleSchema())}}}).Schema
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
			got := check.Templates(s, []*diag.Source{diag.NewSource(name, []byte(text))})
			if len(got) != 1 || got[0].ID != want {
				t.Errorf("%s with %q: got %v, want %s", name, text, got, want)
			}
		}
	}
}
