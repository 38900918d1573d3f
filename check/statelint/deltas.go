package statelint

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// deltas goes back from what becomes the delta of an event to the verbs that it
// was built with.
type deltas struct {
	*Values
	accessors *Finder
}

// builtBy returns the delta of generated code whose Build a value comes from.
func (p deltas) builtBy(value ast.Expr) (ast.Expr, bool) {
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

// mergeIn finds a call of a verb that merges: in a chain of calls, or on the
// variable that the chain begins with.
func (p deltas) mergeIn(chain ast.Expr) (*accessorUse, ast.Node) {
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

func (p deltas) mergeInChain(e ast.Expr) (*accessorUse, ast.Node) {
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
func (p deltas) rootOf(e ast.Expr) *types.Var {
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

func (p deltas) mergeOf(call *ast.CallExpr) *accessorUse {
	fn := p.index.function(call)
	if fn == nil || framework.ReceiverName(fn) != "Delta" {
		return nil
	}
	for _, u := range p.accessors.Of(fn) {
		if u.Merge {
			return &u
		}
	}
	return nil
}
