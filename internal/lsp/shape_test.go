package lsp_test

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/lsp"
)

// TestShape holds what may be at a path of a schema: fields or values, and the first words
// of what it is for.
func TestShape(t *testing.T) {
	for _, c := range []struct{ path, fields, values, doc string }{
		{"", "check dialect foreign include instructions keys languages out package placeholders removed targets types version", "", "The state keys of an agent"},
		{"version", "", "1", "The version of this language."},
		{"keys/a", "client default deprecated doc encoding go_name go_type max max_items max_length merge min min_items min_length optional pattern renamed_from renamed_to scope sensitive type unique was written_by", "", "string, bool, int"},
		{"keys/a/merge", "", "last sum min max append union", "What two writers' changes"},
		{"keys/a/client", "", "read write", "What clients"},
		{"keys/a/optional", "", "true false", "Whether the key may"},
		{"keys/a/was/-", "convert else encoding go_type key type values", "", ""},
		{"types/T", "doc enum fields go_name go_type", "", ""},
		{"types/T/enum", "", "", "The strings allowed."},
		{"types/T/enum/-", "doc go_name renamed_from value", "", ""},
		{"types/T/fields/f", "deprecated doc go_name go_type max max_items max_length min min_items min_length optional pattern renamed_from type unique was", "", "string, bool"},
		{"check/rules/unused-key", "", "off warning error", "A declared key that nothing"},
		{"targets/-", "", "adk adk/v1 eino go trpc typescript zod", ""},
		{"include/-", "file import", "", ""},
		{"keys/a/none", "", "", ""},
		{"none", "", "", ""},
	} {
		var path, fields []string
		for name := range strings.SplitSeq(c.path, "/") {
			if name == "-" {
				name = lsp.Item
			}
			if c.path != "" {
				path = append(path, name)
			}
		}
		for _, f := range lsp.Fields(path) {
			fields = append(fields, f.Name)
		}
		doc, values := lsp.Doc(path), strings.Join(lsp.Values(path), " ")
		if got := strings.Join(fields, " "); got != c.fields || values != c.values || !strings.HasPrefix(doc, c.doc) || (doc == "") != (c.doc == "") {
			t.Errorf("%s: fields %s, values %s, %q", c.path, got, values, doc)
		}
	}
	if f := lsp.Fields([]string{"include", lsp.Item})[1]; f.Name != "import" || f.Doc != lsp.Doc([]string{"include", lsp.Item, "import"}) {
		t.Errorf("%+v", f)
	}
}
