package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// rewrite returns the placeholder that a group should have been.
func rewrite(tok instruction.Token, wire string, optional bool) string {
	return (&placeholder{Token: tok}).write(wire, optional)
}

// rewriteKey is rewrite for a declared key. It has the optional marker where the
// schema calls for it, and nowhere else: the result must break no other rule.
func (p *pass) rewriteKey(tok instruction.Token, k *schema.Key, wire string) string {
	return rewrite(tok, wire, mayBeMissing(k, p.dialect()) || emptyAtStart(k))
}

// suggestInstead offers a placeholder instead of a group. The group is text today,
// so nobody can be certain that it is not meant as text. Braces that are the
// surrounding text's stay, and apart from the placeholder, which would take them
// with it.
func (f *finding) suggestInstead(p *pass, tok instruction.Token, text string) *finding {
	opening, closing := (&placeholder{Token: tok, text: tok.Text(p.Text.Text)}).braces()
	kept := min(opening, closing)
	whole := text
	if opening > kept {
		whole = strings.Repeat("{", opening-kept) + " " + whole
	}
	if closing > kept {
		whole += " " + strings.Repeat("}", closing-kept)
	}
	f.suggest(p.span(tok.Start, tok.End), whole)
	f.Fixes[len(f.Fixes)-1].Message = "write " + text
	return f
}
