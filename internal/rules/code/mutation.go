package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// StateSet reports a Set on the state of a session that a service returned.
func (p *Checker) StateSet(state ast.Expr, call *ast.CallExpr) {
	p.mutated(state, call)
	p.handed(state)
}

// mutated reports a call that writes to a state, if that is one of these.
func (p *Checker) mutated(state ast.Expr, call *ast.CallExpr) {
	if p.isLost(state, call) {
		p.Report(source.SetOnCopy(p.Span(call.Fun), ""), call.Fun)
	}
}

// handed reports the calls that hand such a state to a function of this package, which sets it.
func (p *Checker) handed(state ast.Expr) {
	v := p.Index.Variable(p.Resolved(state))
	param, ok := p.Index.Params[v]
	if !ok || param.Fn == nil {
		return
	}
	for _, d := range p.Index.Defs[v] {
		if d.Kind != follow.ValueDef || p.seen[d.Expr.Pos()] {
			continue
		}
		p.seen[d.Expr.Pos()] = true
		if p.isLost(d.Expr, d.Expr) {
			p.Report(source.SetOnCopy(p.Span(d.Expr), param.Fn.Name()), d.Expr)
		} else {
			p.handed(d.Expr)
		}
	}
}

// isLost reports whether what is set at a place in a state is lost.
func (p *Checker) isLost(state ast.Expr, set ast.Node) bool {
	session, ok := p.sessions.sessionOf(state)
	return ok && p.sessions.fromService(session) && !p.sessions.collected(session, set)
}

// collected reports whether all keys of a session's state are taken from it after a call, in the
// same function: then what the call has set is in a state delta, as far as can be seen.
func (p sessions) collected(session ast.Expr, set ast.Node) (found bool) {
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
