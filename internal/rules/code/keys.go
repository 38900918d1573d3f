package code

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/schema"
)

// Key checks a key that reaches a state. E is the expression that is checked
// when the key's text has no place of its own.
func (p *Checker) Key(s follow.Sink, t follow.Text, e ast.Expr) {
	wire := t.String()
	if wire == "" && s.Op == framework.OpOutput {
		return // no output key
	}
	key := p.Check.Find(wire)
	if s.Manner.Local {
		p.unreached(s, t, e)
	}
	switch {
	case key != nil:
		p.Use(s, t, e)
		p.declared(s, t, key, e)
	case p.Check.Foreign(wire):
	case t.Known():
		if s.Op != framework.OpAssert {
			p.Use(s, t, e)
			p.undeclared(s, t, e)
		}
	default:
		p.partialKey(s, t, e)
	}
}

// partialKey handles a key of which a part is known only at run time, and that
// belongs to no family as far as it is known.
func (p *Checker) partialKey(s follow.Sink, t follow.Text, e ast.Expr) {
	if !p.possible(t) {
		if s.Op != framework.OpAssert {
			p.undeclared(s, t, e)
		}
		return
	}
	holes := t.Holes()
	s.Before, s.After = t[:holes[0]].Placeless(), t[holes[len(holes)-1]+1:].Placeless()
	if v := t[holes[0]].FilledBy(); len(holes) == 1 && v != nil && p.Push(v, s) {
		return
	}
	p.Unknown(s, e)
}

// possible reports whether some declared key, or one of others, could be what
// a text with holes turns out to be.
func (p *Checker) possible(t follow.Text) bool {
	if p.Schema.Partial {
		return true
	}
	use := source.Use{Key: t.String()}
	if slices.ContainsFunc(p.Schema.Keys, use.MayBe) {
		return true
	}
	first, _, _ := strings.Cut(use.Key, follow.HoleMark)
	for _, pattern := range p.Schema.Foreign {
		before, _, _ := strings.Cut(pattern, "*")
		if strings.HasPrefix(before, first) || strings.HasPrefix(first, before) {
			return true
		}
	}
	return false
}

var rawKey = diag.Register(diag.OnGo, diag.Rule{
	ID:       "raw-key",
	Severity: diag.Warning,
	Summary:  "a key is written as text although generated code names it",
	Why: "A name is checked by the compiler, is found by editors and changes with the schema. It is reported where " +
		"the code generated from the package's schema exists in the same module. A fix writes the constant where " +
		"that compiles. What remains can go into a baseline; `rules: {raw-key: off}` in the schema switches the rule off.",
	Bad:  "st.Get(\"visits\")\n",
	Good: "st.Get(bookingstate.KeyVisits)\n",
})

// declared checks what is done with a key that the schema declares.
func (p *Checker) declared(s follow.Sink, t follow.Text, key *schema.Key, e ast.Expr) {
	if raw, ok := p.rewriter.RawKey(s, t, key, e); ok {
		reason := ""
		if raw.Reason != "" {
			reason = "; no fix: " + raw.Reason
		}
		d := diag.New(rawKey, raw.At, "%s is written as text, although %s names it%s",
			diag.Key(key.Wire()), raw.Constant, reason)
		d.Related, d.Fixes = declaredHere(key), raw.Fixes
		p.Report(d, e)
	}
	switch s.Op {
	case framework.OpSet:
		p.writtenValue(s, t, key, e)
	case framework.OpCreate:
		p.begunWith(s, t, key, e)
	case framework.OpOutput:
		p.outputKey(t, e)
	case framework.OpAssert:
		p.assertion(s, t, key, e)
	}
}

func (p *Checker) undeclared(s follow.Sink, t follow.Text, e ast.Expr) {
	wire := t.String()
	shown := strings.ReplaceAll(wire, follow.HoleMark, "…")
	d, perhaps := p.Check.Undeclared(shown)
	switch _, moved := p.Check.Moved(shown); {
	case t.Known():
	case moved:
		perhaps = nil // the part that is not known stands in the name
	default:
		d.Message = "the schema declares no key of the form " + diag.Quote(shown)
		d.Hint = "declare a family such as " + diag.Quote(familyOf(wire)) + ", or list the keys under foreign"
		d.Related, perhaps = nil, nil
	}
	at, edit := p.KeyPlace(t, e)
	d.Span = at
	d.Fixes = suggestions(perhaps, at, edit)
	if at != p.Span(e) {
		d.Related = append(d.Related, p.passedOn(s, at)...)
	}
	p.Report(d, e)
}

func familyOf(wire string) string {
	names := []string{"{id}", "{id2}", "{id3}"}
	for _, name := range names {
		wire = strings.Replace(wire, follow.HoleMark, name, 1)
	}
	return strings.ReplaceAll(wire, follow.HoleMark, "{more}")
}

// suggestions offers to write one of the words that may be meant.
func suggestions(words []string, at diag.Span, edit *follow.Range) []diag.Fix {
	if edit == nil {
		return nil
	}
	var fixes []diag.Fix
	for _, word := range words {
		if spelled, ok := edit.Spell(word); ok {
			fixes = append(fixes, diag.Fix{Message: "write " + word, Edits: []diag.Edit{{Span: at, NewText: spelled}}})
		}
	}
	return fixes
}

// passedOn tells how a key came from its text to the state.
func (p *Checker) passedOn(s follow.Sink, at diag.Span) []diag.Related {
	var list []diag.Related
	for _, via := range s.Via {
		if via.File == at.File && via.Start <= at.Start && at.End <= via.End {
			continue
		}
		list = append(list, diag.Related{Span: via, Message: "it is passed on here"})
	}
	return list
}

// wrap offers to convert an expression.
func (p *Checker) wrap(e ast.Expr, to string) []diag.Fix {
	at := p.Span(e)
	return []diag.Fix{{
		Message: "convert it to " + to,
		Certain: true,
		Edits: []diag.Edit{
			{Span: diag.Span{File: at.File, Start: at.Start, End: at.Start}, NewText: to + "("},
			{Span: diag.Span{File: at.File, Start: at.End, End: at.End}, NewText: ")"},
		},
	}}
}

// declaredHere points to a key's declaration.
func declaredHere(key *schema.Key) []diag.Related {
	return []diag.Related{{Span: key.Span, Message: diag.Quote(key.Wire()) + " is declared here"}}
}

// declaredType writes the declared type as the schema does.
func declaredType(key *schema.Key) string {
	if key.Encoding == schema.JSONString {
		return "JSON text in a string"
	}
	return key.Type.String()
}
