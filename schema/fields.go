package schema

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// mayMean returns whether a mapping has something that was probably meant to
// be this field, and is reported as such already: a misspelt field, one whose
// colon lacks a space or is missing, or a merge of other fields.
func mayMean(n *node, field string) bool {
	return n.merges || slices.ContainsFunc(n.keys, func(key *node) bool {
		return key.text != field && diag.Near(key.text, field) || strings.HasPrefix(key.text, field+" ") ||
			strings.HasPrefix(key.text, field+":") || slices.Contains(otherFields[key.text], field)
	})
}

// hintField says what to write instead of a field that there is not.
func hintField(f finding, key, value *node, known []string) finding {
	name := key.text
	if name == "required" && slices.Contains(known, "optional") {
		if value.kind == scalarNode && value.tag == tagBool && !isTrue(value.text) {
			return f.hint("write optional: true")
		}
		return f.hint("remove it: what is neither optional nor has a default is required")
	}
	for _, ours := range otherFields[name] {
		if slices.Contains(known, ours) {
			return f.hint("write %s instead", ours).suggest(key.span, ours)
		}
	}
	if plan, ok := otherPlans[name]; ok {
		return f.hint("%s", plan)
	}
	if first, rest, ok := strings.Cut(name, " "); ok && slices.Contains(known, first) {
		return f.hint("write %s: %s", first, rest).suggest(key.span, first+": "+rest)
	}
	if first, rest, ok := strings.Cut(name, ":"); ok && slices.Contains(known, first) {
		return f.hint("a space is missing after the colon: write %s: %s", first, diag.Shorten(rest)).fix(key.span, first+": "+rest)
	}
	if len(diag.Nearest(name, known)) == 0 && value.isNull() && value.span.Start == value.span.End {
		return f.hint("a text that holds a comma needs quotes here")
	}
	if len(known) > longestChoice {
		f.hint("`stategen explain` lists the rules") // nothing but check.rules has so many
	}
	return f.didYouMean(name, known)
}
