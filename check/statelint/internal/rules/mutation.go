package rules

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/report"
)

// StateSet reports a Set on the state of a session that a service returned.
func (p *Checker) StateSet(state ast.Expr, call *ast.CallExpr) { p.mutated(state, call) }

// mutated reports a call that writes to a state, if that is one of these.
func (p *Checker) mutated(state ast.Expr, call *ast.CallExpr) {
	session, ok := p.sessions.sessionOf(state)
	if !ok || !p.sessions.fromService(session, 0) {
		return
	}
	d := report.Finding(check.DirectStateMutation, p.Span(call.Fun),
		"this session is a copy that the service returned: what is set here is lost")
	d.Hint = "append an event with a state delta, or set the key through a callback's or tool's context"
	p.Report(d, call)
}
