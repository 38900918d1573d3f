package rules

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// sessions tells sessions that a service returned from those of a run.
type sessions struct{ *flow.Values }

// sessionOf returns the session whose state an expression is.
func (p sessions) sessionOf(state ast.Expr) (ast.Expr, bool) {
	state = p.Resolved(state)
	call, ok := state.(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "State" || !framework.HasType(p.TypesInfo.TypeOf(sel.X), framework.Session) {
		return nil, false
	}
	return sel.X, true
}

// fromService reports whether a session is a field of a service's response,
// however it came to where it is used.
func (p sessions) fromService(session ast.Expr, depth int) bool {
	if depth > flow.MaxDepth {
		return false
	}
	switch e := p.Resolved(session).(type) {
	case *ast.SelectorExpr:
		return p.fieldFromService(e, depth)
	case *ast.IndexExpr:
		return p.fromService(e.X, depth+1)
	case *ast.CallExpr:
		return p.resultFromService(e, 0, depth)
	case *ast.Ident:
		v := p.Index.Variable(e)
		if v == nil {
			return false
		}
		if args := p.given(v); len(args) > 0 {
			return !slices.ContainsFunc(args, func(arg ast.Expr) bool { return !p.fromService(arg, depth+1) })
		}
		d, ok := p.Reaching(v, e.Pos())
		return ok && p.defFromService(d, depth)
	}
	return false
}

func (p sessions) defFromService(d flow.Def, depth int) bool {
	switch d.Kind {
	case flow.ValueDef, flow.ElemDef:
		return p.fromService(d.Expr, depth+1)
	case flow.ResultDef:
		call, ok := ast.Unparen(d.Expr).(*ast.CallExpr)
		return ok && p.resultFromService(call, d.Result, depth)
	}
	return false
}

// fieldFromService looks at a field of a response, or one of this package's
// that only ever gets such sessions.
func (p sessions) fieldFromService(e *ast.SelectorExpr, depth int) bool {
	sel, field := p.FieldSelection(e)
	if field == nil {
		return false
	}
	if owner := framework.ADKName(p.OwnerOf(sel)); strings.HasPrefix(owner, "session.") {
		return strings.HasSuffix(owner, "Response")
	}
	defs := p.Index.Defs[field.Origin()]
	for _, d := range defs {
		if !p.defFromService(d, depth) {
			return false
		}
	}
	return len(defs) > 0 && field.Pkg() == p.Pkg && !field.Exported()
}

// resultFromService looks at what functions of this package return.
func (p sessions) resultFromService(call *ast.CallExpr, n, depth int) bool {
	called := p.called(call)
	return len(called) > 0 && !slices.ContainsFunc(called, func(fn *types.Func) bool { return !p.returnsFromService(fn, n, depth) })
}

func (p sessions) returnsFromService(fn *types.Func, n, depth int) bool {
	if p.Index.Bodies[fn] == nil || p.Index.Bodies[fn].Body == nil {
		return false
	}
	for _, ret := range flow.Returns(p.Index.Bodies[fn].Body) {
		if n < len(ret.Results) && !flow.IsZero(ret.Results[n]) {
			return p.fromService(ret.Results[n], depth+1)
		}
	}
	return false
}
