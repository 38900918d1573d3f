package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var unknownPrefix = diag.Rule{
	ID:       "unknown-prefix",
	Severity: diag.Error,
	Summary:  "a placeholder has a prefix that is not a scope",
	Why: "Only user:, app: and temp: are looked up; keys of the session have no prefix. Anything else before a colon " +
		"leaves the braces and the name in the prompt as text, without an error.",
	Bad:  "Weather in {session:city}.\n",
	Good: "Weather in {city}.\n",
}

// checkUnknownPrefix reports a prefix only when a declared key has the name after
// it and no space is between them: {a: b} is JavaScript more often than
// a mistake.
func checkUnknownPrefix(p *pass, tok instruction.Token) {
	w := wording.ReadGroup(tok, p.Text.Text)
	prefix, name, _ := strings.Cut(w.Core, ":")
	if !w.Prefixed() || strings.ContainsAny(tok.Name(p.Text.Text), " \t") || isScopePrefix(prefix) || p.keys.Find(w.Core) != nil || p.keys.Foreign(w.Core) {
		return
	}
	meant := p.keys.Named(name)
	if near := nearScope(prefix); near != nil && p.keys.Find(near.Key(name)) != nil {
		meant = []*schema.Key{p.keys.Find(near.Key(name))}
	}
	if len(meant) == 0 {
		return
	}
	f := p.report(unknownPrefix, tok.Start, tok.End, "%s is not a scope, so this is left as text", diag.Quote(prefix+":"))
	s := keys.Suggestion{Keys: meant}
	f.hint("%s", s.Hint()).Related = s.Declared()
	if k := p.keys.Exact(prefixedWire(prefix, name)); k != nil && p.canStand(k) {
		f.suggestInstead(p, tok, p.rewriteKey(tok, k, k.Wire()))
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

func isScopePrefix(prefix string) bool {
	scope, _ := runtime.ParseKey(prefix + ":")
	return scope != runtime.ScopeSession
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
