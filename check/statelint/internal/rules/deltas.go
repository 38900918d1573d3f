package rules

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/accessors"
	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// deltas goes back from what becomes the delta of an event to the verbs that it
// was built with.
type deltas struct {
	*flow.Values
	accessors *accessors.Finder
}

// builtBy returns the delta of generated code whose Build a value comes from.
func (p deltas) builtBy(value ast.Expr) (ast.Expr, bool) {
	value = p.Resolved(value)
	if call, ok := value.(*ast.CallExpr); ok && p.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 {
		return p.builtBy(call.Args[0])
	}
	id, ok := value.(*ast.Ident)
	if !ok || p.Index.Variable(id) == nil {
		return nil, false
	}
	d, ok := p.Reaching(p.Index.Variable(id), id.Pos())
	if !ok || d.Kind != flow.ResultDef || d.Result != 0 {
		return nil, false
	}
	call, ok := ast.Unparen(d.Expr).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	fn, sel := p.Index.Function(call), flow.SelectorOf(call)
	if fn == nil || sel == nil || fn.Name() != "Build" || framework.ReceiverName(fn) != "Delta" || !p.IsGeneratedFunc(fn) {
		return nil, false
	}
	return sel.X, true
}

// mergeIn finds a call of a verb that merges: in a chain of calls, or on the
// variable that the chain begins with.
func (p deltas) mergeIn(chain ast.Expr) (*accessors.Use, ast.Node) {
	if u, verb := p.mergeInChain(chain); u != nil {
		return u, verb
	}
	v := p.rootOf(chain)
	if v == nil {
		return nil, nil
	}
	for _, d := range p.Index.Defs[v] {
		if u, verb := p.mergeInChain(d.Expr); u != nil {
			return u, verb
		}
	}
	for _, call := range p.Index.Calls {
		if sel := flow.SelectorOf(call); sel != nil && p.rootOf(sel.X) == v {
			if u := p.mergeOf(call); u != nil {
				return u, sel.Sel
			}
		}
	}
	return nil, nil
}

func (p deltas) mergeInChain(e ast.Expr) (*accessors.Use, ast.Node) {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return nil, nil
		}
		sel := flow.SelectorOf(call)
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
			return p.Index.Variable(e)
		}
		sel := flow.SelectorOf(call)
		if sel == nil {
			return nil
		}
		e = sel.X
	}
}

func (p deltas) mergeOf(call *ast.CallExpr) *accessors.Use {
	fn := p.Index.Function(call)
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
