package rules

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// begunWith checks a key that a session is created with.
func (p *Checker) begunWith(s flow.Sink, t flow.Text, key *schema.Key, e ast.Expr) {
	if key.Scope != runtime.ScopeTemp || s.Manner.Local || s.Manner.Kept {
		p.writtenValue(s, t, key, e)
		return
	}
	at, _ := p.KeyPlace(t, e)
	d := diag.New(check.TempAtCreate, at, "%s is given to a new session, and databases keep no temp keys", diag.Key(key.Wire()))
	d.Hint = "set it in the run that needs it, or declare it for the session"
	d.Related = check.DeclaredHere(key)
	p.Report(d, e)
}
