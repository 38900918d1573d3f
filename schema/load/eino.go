package load

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
)

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
	a.Add(rules.ScopeOnEino, k.Span, "eino has no scopes: %s is a name like any other, whose value ends with the run", diag.Key(k.Wire())).
		Hint("declare it as %s, and store elsewhere what is to last", strings.ReplaceAll(k.Wire(), ":", "_"))
}
