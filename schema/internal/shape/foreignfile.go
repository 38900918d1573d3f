package shape

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var notASchema = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "not-a-schema",
	Summary: "a file that was given or included is something else than a schema",
	Why:     "It has none of the fields of a schema, so it is most likely the wrong file. Its other lines are not looked at.",
	Bad:     "package main\n\nfunc main() {}\n",
	Good:    "version: 1\npackage: mainstate\n",
})

// IsSchema reports whether a file was meant to be a schema: it has a field of
// one, or nearly so.
func IsSchema(root *yamlsrc.Node) bool {
	return root.Kind == yamlsrc.Map && (len(root.Keys) == 0 || slices.ContainsFunc(root.Keys, func(key *yamlsrc.Node) bool {
		return len(diag.Nearest(key.Text, TopFields())) > 0
	}))
}

// ReportForeign reports a file that is something else than a schema.
func ReportForeign(f *yamlsrc.File, r *yamlsrc.Report) {
	text := string(f.Src.Text)
	start := len(text) - len(strings.TrimLeft(text, yaml.ByteOrderMark+" \t\r\n"))
	r.Add(notASchema, f.Span(start, f.LineEnd(start)), "this is not a stategen schema: it has none of the fields of one, such as version and keys").
		Hint("name a schema, such as stategen.yaml; `stategen init` writes a first one")
}
