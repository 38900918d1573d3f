package shape

import (
	"regexp"
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

// ReportForeign reports a file that is something else than a schema, such as Go
// source. Any word about its YAML would mislead.
func ReportForeign(f *yamlsrc.File, r *yamlsrc.Report) {
	text := string(f.Src.Text)
	start := len(text) - len(strings.TrimLeft(text, yaml.ByteOrderMark+" \t\r\n"))
	what := "this is not a stategen schema: it has none of the fields of one, such as version and keys"
	if goSource.MatchString(text) {
		what = "this is Go source, not a stategen schema"
	}
	r.Add(notASchema, f.Span(start, f.LineEnd(start)), "%s", what).
		Hint("name a schema, such as stategen.yaml; `stategen init` writes a first one")
}

// goSource is a package clause after comments of whole lines.
var goSource = regexp.MustCompile(`\A(?:\s*//[^\n]*\n)*\s*package \w+\s*(?://[^\n]*)?\n`)

// Foreign reports a text that is no YAML and was never meant to be a schema.
func Foreign(r *yamlsrc.Report) func(*yamlsrc.File) bool {
	return func(f *yamlsrc.File) bool {
		if aboutSchema(f) {
			return false
		}
		ReportForeign(f, r)
		return true
	}
}

// aboutSchema reports whether a text that is not a mapping was meant to be a
// schema: a line of it begins with a field of one.
func aboutSchema(f *yamlsrc.File) bool {
	if goSource.Match(f.Src.Text) {
		return false
	}
	fields := strings.Join(TopFields(), "|")
	return regexp.MustCompile(`(?m)^[\s"'{-]*(?:` + fields + `)["']?\s*:`).Match(f.Src.Text)
}

// IsSchema reports whether a file was meant to be a schema: it has a field of
// one, or nearly so.
func IsSchema(root *yamlsrc.Node) bool {
	if root.Kind != yamlsrc.Map {
		return aboutSchema(root.File)
	}
	return len(root.Keys) == 0 || slices.ContainsFunc(root.Keys, func(key *yamlsrc.Node) bool {
		return len(diag.Nearest(key.Text, TopFields())) > 0
	})
}
