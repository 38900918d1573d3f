package rules

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

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

var _ = judge.Register(judge.Rule{Rule: UnknownPrefix, In: judge.NotEino, Group: checkUnknownPrefix})

// checkUnknownPrefix reports a prefix only when a declared key has the name after
// it and no space is between them: {a: b} is JavaScript more often than
// a mistake.
func checkUnknownPrefix(p *judge.Pass, tok instruction.Token) {
	w := wording.ReadGroup(tok, p.Text)
	prefix, name, _ := strings.Cut(w.Core, ":")
	if !w.Prefixed() || strings.ContainsAny(tok.Name(p.Text), " \t") || wording.IsScopePrefix(prefix) || p.Keys.Find(w.Core) != nil || p.Keys.Foreign(w.Core) {
		return
	}
	meant := p.Keys.Named(name)
	if near := nearScope(prefix); near != nil && p.Keys.Find(near.Key(name)) != nil {
		meant = []*schema.Key{p.Keys.Find(near.Key(name))}
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

// nearScope returns the scope that a prefix is a misspelling of, or
// nil.
func nearScope(prefix string) *runtime.Scope {
	for _, s := range runtime.Scopes() {
		if diag.Near(prefix, s.String()) {
			return &s
		}
	}
	return nil
}
