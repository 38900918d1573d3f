package schema

import (
	"go/token"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// onlyOne returns which one of several fields a mapping has, and reports it
// when it has none or more.
func onlyOne(r *report, name, body *node, fields ...string) string {
	if body == nil || body.kind != mapNode {
		return ""
	}
	found := ""
	for _, field := range fields {
		key := body.key(field)
		switch {
		case key == nil:
		case found == "":
			found = field
		default:
			r.add(idConflictingFields, key.span, "%s and %s can't stand together", found, field).
				hint("remove one of them").related(body.key(found).span, "%s stands here", found)
		}
	}
	if found == "" && !slices.ContainsFunc(fields, func(f string) bool { return mayMean(body, f) }) {
		r.add(idMissingField, name.span, "%s needs %s", diag.Quote(name.text), oneOf(fields)).
			hint("add one of these fields")
	}
	return found
}

// goName reads the go_name field of n.
func goName(r *report, n *node) string {
	name, at := n.str("go_name")
	if at == nil {
		return ""
	}
	if !token.IsIdentifier(name) || !token.IsExported(name) {
		r.add(idInvalidName, at.span, "%s is no exported Go name", diag.Quote(name)).
			hint("begin with a capital letter, and use letters, digits and _")
		return ""
	}
	return name
}

// clean reports a NUL in a text, which some stores refuse.
func clean(r *report, n *node) bool {
	if !strings.Contains(n.text, "\x00") {
		return true
	}
	r.add(idBadValue, n.span, "the text holds a NUL, which a store can't keep").hint("remove it")
	return false
}
