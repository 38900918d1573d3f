package statelint

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// begunWith checks a key that a session is created with.
func (p *Checker) begunWith(s sink, t text, key *schema.Key, e ast.Expr) {
	if key.Scope != runtime.ScopeTemp {
		p.writtenValue(s, t, key, e)
		return
	}
	at, _ := p.keyPlace(t, e)
	d := finding(check.TempAtCreate, at, "%s is given to a new session, and no store keeps temp keys", diag.Quote(key.Wire()))
	d.Hint = "set it in the run that needs it, or declare it for the session"
	d.Related = declaredHere(key)
	p.Report(d, e)
}
