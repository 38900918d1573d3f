package statelint

import (
	"go/ast"
	"strings"

	"github.com/seed92179c4c/stategen/check"
)

// directMutation reports a Set on the state of a session that a service
// returned. Sel is the called method.
func (p *pass) directMutation(sel *ast.SelectorExpr, call *ast.CallExpr) {
	session, ok := p.sessionOf(sel.X)
	if !ok || !p.fromService(session, 0) {
		return
	}
	d := p.finding(check.DirectStateMutation, p.span(call.Fun),
		"this session is a copy that the service returned: what is set here is stored nowhere")
	d.Hint = "append an event with a state delta, or set the key through a callback's or tool's context"
	p.report(d, call)
}

// sessionOf returns the session whose state an expression is.
func (p *pass) sessionOf(state ast.Expr) (ast.Expr, bool) {
	state = p.resolved(state)
	call, ok := state.(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "State" || adkName(typeName(p.TypesInfo.TypeOf(sel.X))) != "session.Session" {
		return nil, false
	}
	return sel.X, true
}

// fromService reports whether a session is a field of a service's response.
func (p *pass) fromService(session ast.Expr, depth int) bool {
	if depth > maxDepth {
		return false
	}
	switch e := p.resolved(session).(type) {
	case *ast.SelectorExpr:
		s, field := p.fieldSelection(e)
		if field == nil {
			return false
		}
		owner := adkName(p.ownerOf(s))
		return strings.HasPrefix(owner, "session.") && strings.HasSuffix(owner, "Response")
	case *ast.IndexExpr:
		return p.fromService(e.X, depth+1)
	case *ast.Ident:
		v := p.index.variable(e)
		if v == nil {
			return false
		}
		d, ok := p.reaching(v, e.Pos())
		return ok && (d.kind == isValue || d.kind == isElem) && p.fromService(d.expr, depth+1)
	}
	return false
}

// resolved follows a local variable to the expression it was given.
func (p *pass) resolved(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	id, ok := e.(*ast.Ident)
	if !ok {
		return e
	}
	v := p.index.variable(id)
	if v == nil {
		return e
	}
	if d, ok := p.reaching(v, id.Pos()); ok && d.kind == isValue {
		return ast.Unparen(d.expr)
	}
	return e
}
