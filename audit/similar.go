package audit

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

var similarKeys = diag.Rule{
	ID:       "look-alike-keys",
	Severity: diag.Warning,
	Summary:  "two keys differ only in letter case or separators",
	Why: "A state knows no such thing as nearly the same key: what one part of the program sets under userName, " +
		"another does not find under user_name.",
}

// similar reports the second of two keys that read the same and are both set.
func similar(j *judge, k *key) diag.List {
	if len(k.writes) == 0 {
		return nil
	}
	for _, name := range j.folded[diag.Fold(k.name)] {
		if name == k.name {
			return nil
		}
		other := j.keys[name]
		if len(sharing(other.writes, k.writes[0])) == 0 || scopeOf(name) != scopeOf(k.name) {
			continue
		}
		if j.misspelt(k, k.writes[0]) != nil || j.misspelt(other, other.writes[0]) != nil {
			return nil // which says more
		}
		return diag.List{{
			ID: similarKeys.ID, Severity: diag.Warning, Span: k.writes[0].Place,
			Message: diag.Quote(k.name) + " and " + diag.Quote(name) + " are two keys",
			Hint:    "use one spelling if one key is meant",
			Related: places(other.writes, diag.Quote(name)+" is set here"),
		}}
	}
	return nil
}

// prefixed reports a key in code whose prefix is nearly that of a scope: a state takes
// it for a part of the name, so that the value stays in one session.
func prefixed(_ *judge, k *key) diag.List {
	prefix, name, ok := strings.Cut(k.name, ":")
	if !ok || name == "" || scopeOf(k.name) != runtime.ScopeSession {
		return nil
	}
	for _, s := range []runtime.Scope{runtime.ScopeUser, runtime.ScopeApp, runtime.ScopeTemp} {
		if !diag.Near(prefix, s.String()) {
			continue
		}
		d := diag.Diagnostic{
			ID: "unknown-prefix", Severity: diag.Warning, Span: k.facts[0].Place,
			Message: diag.Quote(prefix+":") + " is not a scope, so " + diag.Quote(k.name) + " is a key of one session",
			Hint:    "write " + diag.Quote(s.Key(name)) + " if all sessions of the " + s.String() + " are to share it",
			Related: places(k.facts[1:], "it is used here, too"),
		}
		if s == runtime.ScopeTemp {
			d.Hint = "write " + diag.Quote(s.Key(name)) + " if it is to last for one run"
		}
		if strings.EqualFold(prefix, s.String()) {
			d.Severity = diag.Error
		}
		return diag.List{d}
	}
	return nil
}
