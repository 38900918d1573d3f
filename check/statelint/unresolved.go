package statelint

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/diag"
)

// unresolvedDelta reports a generated delta with merge operations that becomes
// the delta of an ADK event: ADK stores the operations instead of carrying
// them out, or fails to.
func (p *pass) unresolvedDelta(owner types.Object, field *types.Var, value ast.Expr) {
	if framework.ADKName(owner) != "session.EventActions" || field.Name() != "StateDelta" || p.collector != nil {
		return
	}
	chain, ok := p.builtBy(value)
	if !ok {
		return
	}
	merge, verb := p.mergeIn(chain)
	if merge == nil {
		return
	}
	d := p.finding(check.WrongDeltaValue, p.span(value), "this delta merges into %s, and ADK carries no merge out", diag.Quote(merge.Key))
	d.Hint = "give ADK plain values: put what Resolve of the delta returns here, or use SetDelta of the adapter for ADK"
	d.Related = []diag.Related{{Span: p.span(verb), Message: "it is merged here"}}
	p.report(d, value)
}

// builtBy returns the delta of generated code whose Build a value comes from.
func (p *pass) builtBy(value ast.Expr) (ast.Expr, bool) {
	value = p.resolved(value)
	if call, ok := value.(*ast.CallExpr); ok && p.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 {
		return p.builtBy(call.Args[0])
	}
	id, ok := value.(*ast.Ident)
	if !ok || p.index.variable(id) == nil {
		return nil, false
	}
	d, ok := p.reaching(p.index.variable(id), id.Pos())
	if !ok || d.kind != isResult || d.result != 0 {
		return nil, false
	}
	call, ok := ast.Unparen(d.expr).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	fn, sel := p.index.function(call), selectorOf(call)
	if fn == nil || sel == nil || fn.Name() != "Build" || framework.ReceiverName(fn) != "Delta" || !p.isGeneratedFunc(fn) {
		return nil, false
	}
	return sel.X, true
}

func selectorOf(call *ast.CallExpr) *ast.SelectorExpr {
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return sel
}

// mergeIn finds a call of a verb that merges: in a chain of calls, or on the
// variable that the chain begins with.
func (p *pass) mergeIn(chain ast.Expr) (*accessorUse, ast.Node) {
	if u, verb := p.mergeInChain(chain); u != nil {
		return u, verb
	}
	v := p.rootOf(chain)
	if v == nil {
		return nil, nil
	}
	for _, d := range p.index.defs[v] {
		if u, verb := p.mergeInChain(d.expr); u != nil {
			return u, verb
		}
	}
	for _, call := range p.index.calls {
		if sel := selectorOf(call); sel != nil && p.rootOf(sel.X) == v {
			if u := p.mergeOf(call); u != nil {
				return u, sel.Sel
			}
		}
	}
	return nil, nil
}

func (p *pass) mergeInChain(e ast.Expr) (*accessorUse, ast.Node) {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return nil, nil
		}
		sel := selectorOf(call)
		if sel == nil {
			return nil, nil
		}
		if u := p.mergeOf(call); u != nil {
			return u, sel.Sel
		}
		e = sel.X
	}
}

// rootOf is the variable that a chain of calls begins with.
func (p *pass) rootOf(e ast.Expr) *types.Var {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return p.index.variable(e)
		}
		sel := selectorOf(call)
		if sel == nil {
			return nil
		}
		e = sel.X
	}
}

func (p *pass) mergeOf(call *ast.CallExpr) *accessorUse {
	fn := p.index.function(call)
	if fn == nil || framework.ReceiverName(fn) != "Delta" {
		return nil
	}
	for _, u := range p.accessorsOf(fn) {
		if u.Merge {
			return &u
		}
	}
	return nil
}
