package code

import (
	"go/ast"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// sessions tells sessions that a service returned from those of a run.
type sessions struct{ *follow.Values }

// come reports whether an expression comes from such terms only: there, or from all callers of the functions
// that it is a parameter of. What a variable of the package keeps is shared, whatever it comes from.
func (p sessions) come(e ast.Expr, from func(follow.Value) bool) bool {
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
func (p sessions) sessionOf(state ast.Expr) (ast.Expr, bool) {
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
func (p sessions) fromService(session ast.Expr) bool {
	return p.come(session, func(t follow.Value) bool {
		if list, ok := ast.Unparen(t.Expr).(*ast.IndexExpr); ok {
			return p.fromService(list.X)
		}
		sel, field := p.FieldSelection(t.Expr)
		return field != nil && framework.IsResponse(p.OwnerOf(sel))
	})
}
