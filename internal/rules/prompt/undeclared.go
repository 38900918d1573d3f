package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
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

var _ = register(rule{Rule: UndeclaredKey, Placeholder: checkUndeclaredKey})

// compileIt is the hint where a framework renders a text, and a comment to stategen is text to it.
const compileIt = "rephrase, or list the text under instructions in the schema, " +
	"whose generated function leaves it as it is"

// checkUndeclaredKey is about removed keys, too.
func checkUndeclaredKey(p *pass, ph *reading.Placeholder) {
	if ph.Key != nil || p.LooksLiteral(ph) || p.EinoPrefixed(ph) != "" {
		return
	}
	spell := func(k *schema.Key) string {
		switch {
		case !p.Dialect.CanStand(k):
			return ""
		case !p.Dialect.CountsBraces && !ph.Optional && p.Dialect.MayBeMissing(k):
			return k.Wire() + "?"
		}
		return k.Wire()
	}
	f := undeclared(p, ph.Wire, ph.NameStart, ph.NameEnd, spell)
	if f.ID == removedKey.ID {
		return
	}
	if p.Dialect.LeavesMissing && !ph.Optional && len(f.Related) == 0 { // it may be meant as text
		f.MakeLikely()
		f.Message += ", so this stays as text"
	}
	switch family := p.FamilyAround(ph); {
	case family != nil && !p.Dialect.CountsBraces:
		f.Hintf("%s is a family of keys: a placeholder names one of them, with a value for the parameter",
			diag.Quote(family.Wire()))
		f.Related, f.Fixes = nil, nil
	case p.CalledText(ph) && !p.Dialect.CountsBraces:
		f.Hintf("%s looks it up whatever the comment says: %s", p.Dialect.Framework, compileIt)
	case len(f.Related) > 0:
	case p.Dialect.CountsBraces:
		f.Hintf("declare the key, or double the braces if they are meant: {{%s}}", ph.Wire)
	case p.Grammar.Raw:
		f.Hintf("declare the key, or rephrase: text in braces is looked up")
	default:
		f.Hintf("declare the key, or write <!-- stategen:text {%s} --> if the braces are meant", ph.Wire)
	}
}

// undeclared reports text[start:end], which is a key. Spell returns how to write
// a key that may be meant there; empty if that would be wrong, too.
func undeclared(p *pass, name string, start, end int, spell func(*schema.Key) string) *finding {
	d, perhaps := undeclaredKey(p.Keys, name)
	d.Span = p.Span(start, end)
	f := &finding{Diagnostic: d}
	for _, wire := range perhaps {
		if k := p.Keys.Find(wire); k != nil && spell(k) != "" {
			f.Suggest(d.Span, spell(k))
		}
	}
	p.Keep(f)
	return f
}

// undeclaredKey describes the use of a key that is not declared: of one that was removed or
// renamed as well. The caller adds the span. Perhaps are the keys that may be meant;
// which one, or whether the key is to be declared, nobody knows.
func undeclaredKey(index *keys.Index, wire string) (d diag.Diagnostic, perhaps []string) {
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
		d.Related = append(d.Related, diag.Related{Span: k.Span, Message: diag.Quote(k.Wire()) + " is declared here"})
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

var removedKey = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "removed-key",
	Severity: diag.Error,
	Summary:  "a key is used that the schema lists under removed",
	Why: "Nothing writes the key any more, and what is still stored under it is of an older declaration, or waits to " +
		"be erased. A prompt would show it to the model all the same.",
	Bad: "version: 1\nkeys:\n  basket: string?\nremoved: [cart]\n" +
		"instructions:\n  shop: {text: \"The basket: {cart?}.\"}\n",
	Good: "version: 1\nkeys:\n  basket: string?\nremoved: [cart]\n" +
		"instructions:\n  shop: {text: \"The basket: {basket?}.\"}\n",
})

// removed describes the use of a key that is gone.
func removed(wire string, m keys.Moved) diag.Diagnostic {
	d := diag.New(removedKey, diag.Span{}, "the key %s has been removed", diag.Key(wire))
	if m.Removed.Doc != "" {
		d.Message += ": " + diag.Shorten(strings.Join(strings.Fields(m.Removed.Doc), " "))
	}
	d.Hint = "remove this use of it"
	d.Related = []diag.Related{{Span: m.Removed.Span, Message: "removed here"}}
	return d
}

var UnknownPrefix = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "unknown-prefix",
	Severity: diag.Error,
	Summary:  "a placeholder has a prefix that is not a scope",
	Why: "Only user:, app: and temp: are looked up; keys of the session have no prefix. Anything else before a colon " +
		"leaves the braces and the name in the prompt as text, without an error.",
	Bad:  "Weather in {session:city}.\n",
	Good: "Weather in {city}.\n",

	WithoutSchema: true,
})

var _ = register(rule{Rule: UnknownPrefix, In: notEino, Group: checkUnknownPrefix})

// checkUnknownPrefix reports a prefix only when a declared key has the name after
// it and no space is between them: {a: b} is JavaScript more often than
// a mistake.
func checkUnknownPrefix(p *pass, tok instruction.Token) {
	w := reading.ReadGroup(tok, p.Text)
	prefix, name, _ := strings.Cut(w.Core, ":")
	if !w.Prefixed() || strings.ContainsAny(tok.Name(p.Text), " \t") || reading.IsScopePrefix(prefix) ||
		p.Keys.Find(w.Core) != nil || p.Keys.Foreign(w.Core) {
		return
	}
	meant := p.Keys.Named(name)
	for _, scope := range runtime.Scopes() {
		if k := p.Keys.Find(scope.Key(name)); k != nil && diag.Near(prefix, scope.String()) {
			meant = []*schema.Key{k}
		}
	}
	if len(meant) == 0 {
		return
	}
	f := p.Reportf(UnknownPrefix, tok.Start, tok.End, "%s is not a scope, so this is left as text", diag.Name(prefix+":"))
	s := keys.Suggestion{Keys: meant}
	f.Hintf("%s", s.Hint()).Related = s.Declared()
	if k := p.Keys.Exact(prefixedWire(prefix, name)); k != nil && p.Dialect.CanStand(k) {
		f.SuggestInstead(p, tok, p.RewriteKey(tok, k, k.Wire()))
	}
}

// NearlyScoped describes a key in code whose prefix is nearly that of a scope: a state takes it for a part of the
// name, so that the value stays in one session. False: it is a key like others.
func NearlyScoped(at diag.Span, wire string) (d diag.Diagnostic, is bool) {
	prefix, name, _ := strings.Cut(wire, ":")
	if scope, _ := runtime.ParseKey(wire); name == "" || scope != runtime.ScopeSession {
		return d, false
	}
	for _, s := range []runtime.Scope{runtime.ScopeUser, runtime.ScopeApp, runtime.ScopeTemp} {
		if !diag.Near(prefix, s.String()) {
			continue
		}
		aim := "all sessions of the " + s.String() + " are to share it"
		if s == runtime.ScopeTemp {
			aim = "it is to last for one run"
		}
		d = diag.New(UnknownPrefix, at, "%s is not a scope, so %s is a key of one session",
			diag.Quote(prefix+":"), diag.Key(wire)).
			WithHint("write %s if %s", diag.Quote(s.Key(name)), aim)
		if d.MakeLikely(); strings.EqualFold(prefix, s.String()) {
			d.MakeCertain()
		}
		return d, true
	}
	return d, false
}

// prefixedWire returns the key that a prefix in other letters names, or one that
// says session: of a session key; empty if another key can be meant.
func prefixedWire(prefix, name string) string {
	for _, s := range runtime.Scopes() {
		if strings.EqualFold(prefix, s.String()) {
			return s.Key(name)
		}
	}
	return ""
}
