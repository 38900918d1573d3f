package load

import (
	"go/token"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// onlyOne returns which one of several fields a mapping has, and reports it
// when it has none or more.
func onlyOne(r *report.Report, name, body *yamlsrc.Node, fields ...string) string {
	if body == nil || body.Kind != yamlsrc.Map {
		return ""
	}
	found := ""
	for _, field := range fields {
		key := body.Key(field)
		switch {
		case key == nil:
		case found == "":
			found = field
		default:
			r.Add(rules.ConflictingFields, key.Span, "%s and %s can't be combined", found, field).
				Hint("remove one of them").Related(body.Key(found).Span, "%s is here", found)
		}
	}
	if found == "" && !slices.ContainsFunc(fields, func(f string) bool { return shape.MayMean(body, f) }) {
		r.Add(rules.MissingField, name.Span, "%s needs %s", diag.Name(name.Text), report.OneOf(fields)).
			Hint("add one of these fields")
	}
	return found
}

// goName reads the go_name field of n.
func goName(r *report.Report, n *yamlsrc.Node) string {
	name, at := n.Str("go_name")
	if at == nil {
		return ""
	}
	if !token.IsIdentifier(name) || !token.IsExported(name) {
		r.Add(rules.InvalidName, at.Span, "%s is not an exported Go name", diag.Name(name)).
			Hint("begin with a capital letter, and use letters, digits and _")
		return ""
	}
	return name
}

// clean reports a NUL in a text, which some stores refuse.
func clean(r *report.Report, n *yamlsrc.Node) bool {
	if !strings.Contains(n.Text, "\x00") {
		return true
	}
	r.Add(rules.InvalidValue, n.Span, "the text contains a NUL, which a store can't keep").Hint("remove it")
	return false
}
