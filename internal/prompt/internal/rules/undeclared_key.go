package rules

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// UndeclaredKey is about keys that the schema doesn't have.
var UndeclaredKey = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "undeclared-key",
	Severity: diag.Error,
	Summary:  "a placeholder names a key that the schema does not declare",
	Why: "Nobody sets a misspelt key. Without the optional marker the run fails when the instruction is rendered; " +
		"with it the text is silently empty forever. A word in braces that was never meant as a placeholder fails too. " +
		"On tRPC-Agent-Go both stay as text, so a name that resembles no key is a warning there.",
	Bad:  "Greet {user:nmae}.\n",
	Good: "Greet {user:name}.\n",
})

var _ = judge.Register(judge.Rule{Rule: UndeclaredKey, In: judge.NotEino, Placeholder: checkUndeclaredKey})

var _ = judge.Register(judge.Rule{Rule: UndeclaredKey, In: judge.Eino, Placeholder: checkUndeclaredInEino})

func checkUndeclaredKey(p *judge.Pass, ph *reading.Placeholder) {
	if ph.Key != nil || p.LooksLiteral(ph) || isRemoved(p, ph.Wire) {
		return
	}
	spell := func(k *schema.Key) string {
		switch {
		case !p.Dialect.CanStand(k):
			return ""
		case !ph.Optional && p.Dialect.MayBeMissing(k):
			return k.Wire() + "?"
		}
		return k.Wire()
	}
	f := undeclared(p, ph.Wire, ph.NameStart, ph.NameEnd, spell)
	maybeText(p, f, ph)
	switch family := p.FamilyAround(ph); {
	case family != nil:
		f.Hintf("%s is a family of keys: a placeholder names one of them, with a value for the parameter",
			diag.Quote(family.Wire()))
		f.Related, f.Fixes = nil, nil
	case p.CalledText(ph):
		f.Hintf("%s looks it up whatever the comment says: %s", p.Dialect.Framework, compileIt)
	case len(f.Related) == 0 && p.Grammar.Raw:
		f.Hintf("declare the key, or rephrase: text in braces is looked up")
	case len(f.Related) == 0:
		f.Hintf("declare the key, or write <!-- stategen:text {%s} --> if the braces are meant", ph.Wire)
	}
}

// undeclared reports text[start:end], which is a key. Spell returns how to write
// a key that may be meant there; empty if that would be wrong, too.
func undeclared(p *judge.Pass, name string, start, end int, spell func(*schema.Key) string) *judge.Finding {
	d, perhaps := Undeclared(p.Keys, name)
	d.Span = p.Span(start, end)
	f := &judge.Finding{Diagnostic: d}
	for _, wire := range perhaps {
		if k := p.Keys.Find(wire); k != nil && spell(k) != "" {
			f.Suggest(d.Span, spell(k))
		}
	}
	p.Keep(f)
	return f
}

// maybeText makes a warning of a finding about a name that may be meant as text, where
// that is what it stays.
func maybeText(p *judge.Pass, f *judge.Finding, ph *reading.Placeholder) {
	if p.Dialect.LeavesMissing && !ph.Optional && len(f.Related) == 0 {
		f.MakeLikely()
		f.Message += ", so this stays as text"
	}
}

func checkUndeclaredInEino(p *judge.Pass, ph *reading.Placeholder) {
	if ph.Key != nil || isRemoved(p, ph.Wire) || p.EinoPrefixed(ph) != "" {
		return
	}
	f := undeclared(p, ph.Wire, ph.NameStart, ph.NameEnd, func(k *schema.Key) string {
		if !p.Dialect.CanStand(k) {
			return ""
		}
		return k.Wire()
	})
	if len(f.Related) == 0 {
		f.Hintf("declare the key, or double the braces if they are meant: {{%s}}", ph.Wire)
	}
}

// Undeclared describes the use of a key that is not declared: of one that was removed or
// renamed as well. The caller adds the span. Perhaps are the keys that may be meant;
// which one, or whether the key is to be declared, nobody knows.
func Undeclared(index *keys.Index, wire string) (d diag.Diagnostic, perhaps []string) {
	switch m, ok := index.Moved(wire); {
	case ok && m.Removed != nil:
		return removed(wire, m), nil
	case ok:
		return renamed(wire, m), []string{m.Wire}
	}
	d = notDeclared(wire)
	near := index.Suggest(wire)
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

// renamed describes the use of a key by another name than the one that it has today.
func renamed(wire string, m keys.Moved) diag.Diagnostic {
	d := notDeclared(wire)
	d.Hint = "it was renamed to " + diag.Quote(m.Wire)
	if m.Next {
		d.Hint = "until the next release this key is still called " + diag.Quote(m.Wire)
	}
	d.Related = []diag.Related{{Span: m.Key.Span, Message: diag.Quote(m.Key.Wire()) + " is declared here"}}
	return d
}

func notDeclared(wire string) diag.Diagnostic {
	return diag.New(UndeclaredKey, diag.Span{}, "the schema declares no key %s", diag.Key(wire))
}
