package code

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// come reports whether an expression comes from such terms only: there, or from all callers of the functions
// that it is a parameter of. What a variable of the package keeps is shared, whatever it comes from.
func (p *Checker) come(e ast.Expr, from func(follow.Value) bool) bool {
	f, isShared := p.Follower(), false
	f.Callers, f.Ordered = true, true
	f.Seen = func(v follow.Value) {
		x := p.Index.Variable(v.Expr)
		isShared = isShared || x != nil && x.Parent() == p.Pkg.Scope()
	}
	terms := f.Follow(follow.Value{Expr: e, Pkg: p.Values})
	return len(terms) > 0 && !isShared && !slices.ContainsFunc(terms, func(t follow.Value) bool { return !from(t) })
}

// sessionOf returns the session whose state an expression is.
func (p *Checker) sessionOf(state ast.Expr) (ast.Expr, bool) {
	call, ok := p.Resolved(state).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	sel := follow.SelectorOf(call)
	if sel == nil || sel.Sel.Name != "State" || !framework.HasType(p.TypesInfo.TypeOf(sel.X), framework.Session) {
		return nil, false
	}
	return sel.X, true
}

// fromService reports whether a session is a field of a service's response, or in a list there,
// however it came to where it is used.
func (p *Checker) fromService(session ast.Expr) bool {
	return p.come(session, func(t follow.Value) bool {
		if list, ok := ast.Unparen(t.Expr).(*ast.IndexExpr); ok {
			return p.fromService(list.X)
		}
		sel, field := p.FieldSelection(t.Expr)
		return field != nil && framework.IsResponse(p.OwnerOf(sel))
	})
}

// StateSet reports a Set on the state of a session that a service returned.
func (p *Checker) StateSet(state ast.Expr, call *ast.CallExpr) {
	p.mutated(state, call)
}

// mutated reports a call that writes to a state, if that is one of these.
func (p *Checker) mutated(state ast.Expr, call *ast.CallExpr) {
	if p.isLost(state, call) {
		p.Report(source.SetOnCopy(p.Span(call.Fun)), call.Fun)
	}
}

// isLost reports whether what is set at a place in a state is lost.
func (p *Checker) isLost(state ast.Expr, set ast.Node) bool {
	session, ok := p.sessionOf(state)
	return ok && p.fromService(session) && !p.collected(session, set)
}

// collected reports whether all keys of a session's state are taken from it after a call, in the
// same function: then what the call has set is in a state delta, as far as can be seen.
func (p *Checker) collected(session ast.Expr, set ast.Node) (found bool) {
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
