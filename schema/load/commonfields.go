package load

import (
	"go/token"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// onlyOne returns which one of several fields a mapping has, and reports it
// when it has none or more.
func onlyOne(r *yamlsrc.Report, name, body *yamlsrc.Node, fields ...string) string {
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
			r.Say(yamlsrc.FieldsCombined, key.Span, found, field).Related(body.Key(found).Span, "%s is here", found)
		}
	}
	if found == "" && !slices.ContainsFunc(fields, func(f string) bool { return shape.MayMean(body, f) }) {
		r.Say(yamlsrc.NoneOf, name.Span, diag.Name(name.Text), yamlsrc.OneOf(fields))
	}
	return found
}

// goName reads the go_name field of n.
func goName(r *yamlsrc.Report, n *yamlsrc.Node) string {
	name, at := n.Str("go_name")
	if at == nil {
		return ""
	}
	if !token.IsIdentifier(name) || !token.IsExported(name) {
		r.Say(notExported, at.Span, diag.Name(name))
		return ""
	}
	return name
}
