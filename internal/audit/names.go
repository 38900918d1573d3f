package audit

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt"
	"github.com/seed92179c4c/stategen/runtime"
)

// prefixed reports a key in code whose prefix is nearly that of a scope: a state takes it for a part of the name, so
// that the value stays in one session.
func (p *project) prefixed(k *key) diag.List {
	prefix, name, ok := strings.Cut(k.name, ":")
	if !ok || name == "" || scopeOf(k.name) != runtime.ScopeSession {
		return nil
	}
	for _, s := range []runtime.Scope{runtime.ScopeUser, runtime.ScopeApp, runtime.ScopeTemp} {
		if !diag.Near(prefix, s.String()) {
			continue
		}
		aim := "all sessions of the " + s.String() + " are to share it"
		if s == runtime.ScopeTemp {
			aim = "it is to last for one run"
		}
		d := diag.New(prompt.UnknownPrefix, k.first.Place(), "%s is not a scope, so %s is a key of one session", diag.Quote(prefix+":"), diag.Key(k.name)).
			WithHint("write %s if %s", diag.Quote(s.Key(name)), aim)
		if d.MakeLikely(); strings.EqualFold(prefix, s.String()) {
			d.MakeCertain()
		}
		return diag.List{d}
	}
	return nil
}
