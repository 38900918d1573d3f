package rules

import (
	"strings"

	"github.com/seed92179c4c/stategen/audit/internal/index"
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
func similar(j *judge, k *index.Key) diag.List {
	if len(k.Writes) == 0 {
		return nil
	}
	for _, name := range j.Folded[diag.Fold(k.Name)] {
		if name == k.Name {
			return nil
		}
		other := j.Keys[name]
		if len(index.Sharing(other.Writes, k.Writes[0])) == 0 || index.ScopeOf(name) != index.ScopeOf(k.Name) {
			continue
		}
		if j.misspelt(k, k.Writes[0]) != nil || j.misspelt(other, other.Writes[0]) != nil {
			return nil // which says more
		}
		return diag.List{{
			ID: similarKeys.ID, Severity: diag.Warning, Span: k.Writes[0].Place,
			Message: diag.Quote(k.Name) + " and " + diag.Quote(name) + " are two keys",
			Hint:    "use one spelling if one key is meant",
			Related: index.Places(other.Writes, diag.Quote(name)+" is set here"),
		}}
	}
	return nil
}

// prefixed reports a key in code whose prefix is nearly that of a scope: a state takes
// it for a part of the name, so that the value stays in one session.
func prefixed(_ *judge, k *index.Key) diag.List {
	prefix, name, ok := strings.Cut(k.Name, ":")
	if !ok || name == "" || index.ScopeOf(k.Name) != runtime.ScopeSession {
		return nil
	}
	for _, s := range []runtime.Scope{runtime.ScopeUser, runtime.ScopeApp, runtime.ScopeTemp} {
		if !diag.Near(prefix, s.String()) {
			continue
		}
		d := diag.Diagnostic{
			ID: "unknown-prefix", Severity: diag.Warning, Span: k.Facts[0].Place,
			Message: diag.Quote(prefix+":") + " is not a scope, so " + diag.Quote(k.Name) + " is a key of one session",
			Hint:    "write " + diag.Quote(s.Key(name)) + " if all sessions of the " + s.String() + " are to share it",
			Related: index.Places(k.Facts[1:], "it is used here, too"),
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
