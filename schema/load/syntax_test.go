package load_test

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/schema/internal/schematest"
	"github.com/seed92179c4c/stategen/schema/load"
)

// TestSyntaxMessages compares what is said about text that is no YAML, and the
// text it is said about. Golden cases show some of them in full.
func TestSyntaxMessages(t *testing.T) {
	for _, c := range []struct{ text, at, message string }{
		{"foreign: [a,,b]", ",,b", "a value should be here"},
		{"keys:\n  a: - string", "- string", "a list can't begin on the line of its name"},
		{"instructions:\n  a:\n    text: | hello", "hello", "a text after | or > begins on the next line"},
		{`keys: {a: {type: string, pattern: "\x"}}`, `x"}}`, "this escape lacks digits"},
		{"keys: {a: {type: string, default: !x}}", "}}", "an anchor or a tag must be followed by a space"},
		{"keys:\n  a: *b\n  c: *b", "*b\n", "no anchor b is defined above"},
		{"keys:\n  a: \"x\n" + strings.Repeat("  k: string\n", 5000), "\"x", "this quoted text has no closing quote"},
		{"keys: " + strings.Repeat("[", 5000), "[[", "a value should be here"},
	} {
		r := load.Schema("stategen.yaml", schematest.Files("version: 1\n"+c.text))
		if len(r.Diagnostics) != 1 {
			t.Errorf("%.80q: %v", c.text, r.Diagnostics)
			continue
		}
		d := r.Diagnostics[0]
		if at := string(r.Sources[d.Span.File].Text[d.Span.Start:]); d.Message != c.message || !strings.HasPrefix(at, c.at) || d.Hint == "" {
			t.Errorf("%.80q: %q at %.20q, hint %q", c.text, d.Message, at, d.Hint)
		}
	}
}
