package rules

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
)

// StateSet reports a Set on the state of a session that a service returned.
func (p *Checker) StateSet(state ast.Expr, call *ast.CallExpr) { p.mutated(state, call) }

// mutated reports a call that writes to a state, if that is one of these.
func (p *Checker) mutated(state ast.Expr, call *ast.CallExpr) {
	session, ok := p.sessions.sessionOf(state)
	if !ok || !p.sessions.fromService(session) || p.sessions.collected(session, call) {
		return
	}
	d := diag.New(check.DirectStateMutation, p.Span(call.Fun),
		"this session is a copy that the service returned: what is set here is lost")
	d.Hint = "append an event with a state delta, or set the key through a callback's or tool's context"
	p.Report(d, call)
}

// collected reports whether all keys of a session's state are taken from it after a call, in the
// same function: then what the call has set is in a state delta, as far as can be seen.
func (p sessions) collected(session ast.Expr, set *ast.CallExpr) (found bool) {
	for _, decl := range p.FileOf(set.Pos()).Decls {
		if decl.Pos() > set.Pos() || decl.End() < set.End() {
			continue
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || call.Pos() < set.End() {
				return true
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "All" {
				of, ok := p.sessionOf(sel.X)
				found = found || ok && types.ExprString(of) == types.ExprString(session)
			}
			return !found
		})
	}
	return found
}
