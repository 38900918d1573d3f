package load_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/schema/internal/schematest"
	"github.com/seed92179c4c/stategen/schema/load"
)

// TestSpans holds that a span covers the text that is wrong, whatever stands
// before it.
func TestSpans(t *testing.T) {
	for name, yaml := range map[string]string{
		"plain":             "version: 1\nkeys:\n  a: strng\n",
		"byte order mark":   "\ufeffkeys: {a: strng}\nversion: 1\n",
		"carriage returns":  "version: 1\r\nkeys:\r\n  a: strng\r\n",
		"lone returns":      "version: 1\rkeys:\r  a: strng\r",
		"next line":         "version: 1 # \u0085keys:\u0085  a: strng\n",
		"line separator":    "version: 1\u2028keys:\u2029  a: strng\n",
		"wide characters":   "version: 1\nkeys: {日本: int, \"é\": {doc: '👩‍👩‍👧', type: strng}}\n",
		"anchor":            "version: 1\nkeys:\n  a: &x strng\n",
		"tag":               "version: 1\nkeys:\n  a: !!str strng\n",
		"anchor and tag":    "version: 1\nkeys:\n  a: &x !!str\n    strng\n",
		"single quotes":     "version: 1\nkeys:\n  a: 'strng'\n",
		"double quotes":     "version: 1\nkeys:\n  a: \"[]strng?\"\n",
		"nested":            "version: 1\nkeys:\n  a: \"map[string][]strng\"\n",
		"after block text":  "version: 1\nkeys:\n  a:\n    doc: |\n      x: y\n\n       # z\n    type: strng\n",
		"after folded text": "version: 1\nkeys:\n  a:\n    doc: >-\n      one\n      two\n    type: strng\n",
		"explicit key":      "version: 1\nkeys:\n  ? a\n  : strng\n",
		"own line":          "version: 1\nkeys:\n  a:\n    strng\n",
	} {
		t.Run(name, func(t *testing.T) {
			r := load.Schema("stategen.yaml", schematest.Files(yaml))
			if len(r.Diagnostics) != 1 {
				t.Fatalf("got\n%s", schematest.Text(t, r))
			}
			s := r.Diagnostics[0].Span
			if got := string(r.Sources[s.File].Text[s.Start:s.End]); got != "strng" {
				t.Errorf("the span covers %q in\n%s", got, schematest.Text(t, r))
			}
		})
	}
}
