package judge

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/dialect"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// OfferMark offers to write the name with or without the optional marker, and without
// spaces around it. It keeps the braces, of which there may be more than one
// pair.
func (p *Pass) OfferMark(f *Finding, ph *reading.Placeholder, optional, certain bool) {
	opening, closing := ph.Braces()
	mark := ""
	if optional {
		mark = "?"
	}
	fix := diag.Fix{Message: "write " + ph.Write(ph.Wire, optional), Certain: certain}
	if first := ph.Start + opening; first < ph.NameStart {
		fix.Edits = append(fix.Edits, diag.Edit{Span: p.Span(first, ph.NameStart)})
	}
	fix.Edits = append(fix.Edits, diag.Edit{Span: p.Span(ph.NameEnd, ph.End-closing), NewText: mark})
	f.Fixes = append(f.Fixes, fix)
}

// Rewrite returns the placeholder that a group should have been.
func Rewrite(tok instruction.Token, wire string, optional bool) string {
	return (&reading.Placeholder{Token: tok}).Write(wire, optional)
}

// RewriteKey is Rewrite for a declared key. It has the optional marker where the
// schema calls for it, and nowhere else: the result must break no other rule.
func (p *Pass) RewriteKey(tok instruction.Token, k *schema.Key, wire string) string {
	return Rewrite(tok, wire, p.Dialect.MayBeMissing(k) || dialect.EmptyAtStart(k))
}

// SuggestInstead offers a placeholder instead of a group. The group is text today,
// so nobody can be certain that it is not meant as text. Braces that are the
// surrounding text's stay, and apart from the placeholder, which would take them
// with it.
func (f *Finding) SuggestInstead(p *Pass, tok instruction.Token, text string) *Finding {
	opening, closing := (&reading.Placeholder{Token: tok, Source: tok.Text(p.Text)}).Braces()
	kept := min(opening, closing)
	whole := text
	if opening > kept {
		whole = strings.Repeat("{", opening-kept) + " " + whole
	}
	if closing > kept {
		whole += " " + strings.Repeat("}", closing-kept)
	}
	f.Suggest(p.Span(tok.Start, tok.End), whole)
	f.Fixes[len(f.Fixes)-1].Message = "write " + text
	return f
}
