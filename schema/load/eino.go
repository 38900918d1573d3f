package load

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var scopeOnEino = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "scope-on-eino",
	Severity: diag.Warning,
	Summary:  "a key with a scope in a schema for eino, which has none",
	Why: "Eino's session values belong to one run. A key under user: or app: is a name like any other there: the next run, of the " +
		"same user or not, does not have it, and no prompt of eino's can show it. A temp key differs from no other.",
	Bad:  "version: 1\ndialect: eino\nkeys:\n  user:theme: string?\n",
	Good: "version: 1\ndialect: eino\nkeys:\n  user_theme: string?\n",
})

// withoutScopes reports whether a schema is for eino, whose state has none.
func withoutScopes(s *schema.Schema) bool {
	return s.Grammar.Dialect == instruction.Eino ||
		slices.ContainsFunc(s.Targets, func(t schema.Target) bool { return t.Name == "eino" })
}

// scopeOnEino finds a key with a scope that eino doesn't know.
func (a *adviser) scopeOnEino(k *schema.Key) {
	if k.Scope == runtime.ScopeSession {
		return
	}
	a.Add(scopeOnEino, k.Span, "eino has no scopes: %s is a name like any other, whose value ends with the run", diag.Key(k.Wire())).
		Hint("declare it as %s, and store elsewhere what is to last", strings.ReplaceAll(k.Wire(), ":", "_"))
}
