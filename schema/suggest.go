package schema

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// didYouMean hints at the nearest candidate and offers to write it, or else
// hints at all of them if they are few.
func (f finding) didYouMean(name string, candidates []string) finding {
	if near, ok := diag.Nearest(name, candidates); ok {
		span := f.to.list[f.i].Span
		return f.hint("did you mean %s?", quote(near)).replace(span, near)
	}
	if len(candidates) > 0 && len(candidates) <= 25 {
		return f.hint("write %s", oneOf(candidates))
	}
	return f
}

// mayMean returns whether a mapping has something that was probably meant to
// be this field, and is reported as such already: a misspelt field, or a merge
// of other fields.
func (n *node) mayMean(field string) bool {
	return n.merges || slices.ContainsFunc(n.keys, func(key *node) bool {
		return key.text != field && diag.Near(key.text, field)
	})
}

// oneOf lists alternatives for a message: a, b or c.
func oneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
