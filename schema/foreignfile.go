package schema

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/yamltext"
)

// noSchema reports a file that is something else than a schema, such as Go
// source. Any word about its YAML would mislead.
func noSchema(f *file, r *report) {
	text := string(f.src.Text)
	start := len(text) - len(strings.TrimLeft(text, yamltext.ByteOrderMark+" \t\r\n"))
	what := "this is no stategen schema: it has none of the fields of one, such as version and keys"
	if goSource.MatchString(text) {
		what = "this is Go source, not a stategen schema"
	}
	r.add(idNotASchema, f.span(start, f.lineEnd(start)), "%s", what).
		hint("name a schema, such as stategen.yaml; `stategen init` writes a first one")
}

// goSource is a package clause behind comments of whole lines.
var goSource = regexp.MustCompile(`\A(?:\s*//[^\n]*\n)*\s*package \w+\s*(?://[^\n]*)?\n`)

// foreign reports a text that is no YAML and was never meant to be a schema.
func foreign(r *report) func(*file) bool {
	return func(f *file) bool {
		if aboutSchema(f) {
			return false
		}
		noSchema(f, r)
		return true
	}
}

// aboutSchema reports whether a text that is no mapping was meant to be a
// schema: a line of it begins with a field of one.
func aboutSchema(f *file) bool {
	if goSource.Match(f.src.Text) {
		return false
	}
	fields := strings.Join(topFields(), "|")
	return regexp.MustCompile(`(?m)^[\s"'{-]*(?:` + fields + `)["']?\s*:`).Match(f.src.Text)
}

// isSchema reports whether a file was meant to be a schema: it has a field of
// one, or nearly so.
func isSchema(root *node) bool {
	if root.kind != mapNode {
		return aboutSchema(root.file)
	}
	return len(root.keys) == 0 || slices.ContainsFunc(root.keys, func(key *node) bool {
		return len(diag.Nearest(key.text, topFields())) > 0
	})
}
