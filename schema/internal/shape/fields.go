package shape

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// MayMean returns whether a mapping has something that was probably meant to
// be this field, and is reported as such already: a misspelt field, one whose
// colon lacks a space or is missing, or a merge of other fields.
func MayMean(n *yamlsrc.Node, field string) bool {
	return n.Merges || slices.ContainsFunc(n.Keys, func(key *yamlsrc.Node) bool {
		return key.Text != field && diag.Near(key.Text, field) || strings.HasPrefix(key.Text, field+" ") ||
			strings.HasPrefix(key.Text, field+":") || slices.Contains(Fields[key.Text], field)
	})
}

// hintField says what to write instead of a field that there is not.
func hintField(f yamlsrc.Finding, key, value *yamlsrc.Node, known []string) yamlsrc.Finding {
	name := key.Text
	if name == "required" && slices.Contains(known, "optional") {
		if value.Kind == yamlsrc.Scalar && value.Tag == yamlsrc.TagBool && !yamlsrc.IsTrue(value.Text) {
			return f.Hint("write optional: true")
		}
		return f.Hint("remove it: what is neither optional nor has a default is required")
	}
	if slices.Contains(known, "convert") && len(diag.Nearest(name, known)) == 0 {
		return f.Hint("remove it: only how values were stored counts here")
	}
	for _, ours := range Fields[name] {
		if slices.Contains(known, ours) {
			return f.Hint("write %s instead", ours).Suggest(key.Span, ours)
		}
	}
	if plan, ok := Plans[name]; ok {
		return f.Hint("%s", plan)
	}
	if first, rest, ok := strings.Cut(name, " "); ok && slices.Contains(known, first) {
		return f.Hint("write %s: %s", first, rest).Suggest(key.Span, first+": "+rest)
	}
	if first, rest, ok := strings.Cut(name, ":"); ok && slices.Contains(known, first) {
		return f.Hint("a space is missing after the colon: write %s: %s", first, diag.Shorten(rest)).Fix(key.Span, first+": "+rest)
	}
	if len(diag.Nearest(name, known)) == 0 && value.IsNull() && value.Span.Start == value.Span.End {
		return f.Hint("a text that contains a comma needs quotes here")
	}
	if len(known) > yamlsrc.LongestChoice {
		f.Hint("`stategen explain` lists the rules") // nothing but check.rules has so many
	}
	return f.DidYouMean(name, known)
}
