package prompt

import (
	"fmt"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var undeclaredKey = diag.Rule{
	ID:       "undeclared-key",
	Severity: diag.Error,
	Summary:  "a placeholder names a key that the schema does not declare",
	Why: "Nobody sets a misspelt key. Without the optional marker the run fails when the instruction is rendered; " +
		"with it the text is silently empty forever. A word in braces that was never meant as a placeholder fails too. " +
		"On tRPC-Agent-Go both stay as text, so a name that resembles no key is a warning there.",
	Bad:  "Greet {user:nmae}.\n",
	Good: "Greet {user:name}.\n",
}

func checkUndeclaredKey(p *pass, ph *placeholder) {
	if ph.key != nil || p.looksLiteral(ph) || p.removed(ph.name) {
		return
	}
	spell := func(k *schema.Key) string {
		switch {
		case !p.canStand(k):
			return ""
		case !ph.Optional && mayBeMissing(k, p.dialect()):
			return k.Wire() + "?"
		}
		return k.Wire()
	}
	f := p.undeclared(ph.name, ph.NameStart, ph.NameEnd, spell)
	p.maybeText(f, ph)
	switch family := p.familyAround(ph); {
	case family != nil:
		f.hint("%s is a family of keys: a placeholder names one of them, with a value for the parameter",
			diag.Quote(family.Wire()))
		f.Related, f.Fixes = nil, nil
	case p.calledText(ph):
		f.hint("%s looks it up whatever the comment says: %s", p.framework(), compileIt)
	case len(f.Related) == 0 && p.grammar.Raw:
		f.hint("declare the key, or rephrase: text in braces is looked up")
	case len(f.Related) == 0:
		f.hint("declare the key, or write <!-- stategen:text {%s} --> if the braces are meant", ph.name)
	}
}

// undeclared reports text[start:end], which is a key. Spell returns how to write
// a key that may be meant there; empty if that would be wrong, too.
func (p *pass) undeclared(name string, start, end int, spell func(*schema.Key) string) *finding {
	d, perhaps := p.Undeclared(name)
	d.Span = p.span(start, end)
	f := &finding{d}
	for _, wire := range perhaps {
		if k := p.Key(wire); k != nil && spell(k) != "" {
			f.suggest(d.Span, spell(k))
		}
	}
	p.keep(f)
	return f
}

// Undeclared describes the use of a key that is not declared, outside of a
// template: of one that was removed as well. The caller adds the span. Perhaps are the keys that may be meant;
// which one, or whether the key is to be declared, nobody knows.
func (c *Checker) Undeclared(wire string) (d diag.Diagnostic, perhaps []string) {
	if m, ok := c.keys.Moved(wire); ok {
		return movedKey(wire, m)
	}
	d = undeclared(wire)
	near := c.keys.Suggest(wire)
	if len(near.Keys) == 0 {
		d.Hint = "declare it in the schema, or list it under foreign if others own it"
		return d, nil
	}
	d.Hint = near.Hint()
	for _, k := range near.Keys {
		perhaps = append(perhaps, k.Wire())
		d.Related = append(d.Related, diag.Related{Span: k.Span, Message: fmt.Sprintf("%s is declared here", diag.Quote(k.Wire()))})
	}
	return d, perhaps
}

func undeclared(wire string) diag.Diagnostic {
	return diag.Diagnostic{
		ID:       undeclaredKey.ID,
		Severity: undeclaredKey.Severity,
		Message:  "the schema declares no key " + diag.Quote(wire),
	}
}
