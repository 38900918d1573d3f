package rules

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/accessors"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// deltas goes back from what becomes the delta of an event to the verbs that it
// was built with.
type deltas struct {
	*flow.Values
	accessors *accessors.Finder
	seen      map[types.Object]bool // functions and variables
}

func (p *Checker) deltas() deltas { return deltas{p.Values, p.accessors, map[types.Object]bool{}} }

// again reports whether a function or variable has been looked at before.
func (p deltas) again(obj types.Object) bool {
	seen := p.seen[obj]
	p.seen[obj] = true
	return seen
}

// arguments lists what callers in this package give for a value that is a parameter; for any
// other it is that alone.
func (p deltas) arguments(value ast.Expr) []ast.Expr {
	v := p.Index.Variable(value)
	param, ok := p.Index.Params[v]
	if !ok {
		return []ast.Expr{value}
	}
	if param.Fn == nil || p.again(v) {
		return nil
	}
	var list []ast.Expr
	for _, d := range p.Index.Defs[v] {
		if d.Pos < v.Pos() || d.Pos >= p.Index.Bodies[param.Fn].End() {
			list = append(list, p.arguments(d.Expr)...)
		}
	}
	return list
}

// merge finds what merges into the delta that a value is: the result of generated code's Build.
func (p deltas) merge(value ast.Expr) (*accessors.Use, ast.Node) {
	value = p.Resolved(value)
	if v := p.Index.Variable(value); v != nil {
		d, ok := p.Reaching(v, value.Pos())
		if !ok || d.Kind != flow.ResultDef || d.Result != 0 {
			return nil, nil
		}
		value = ast.Unparen(d.Expr)
	}
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	if p.TypesInfo.Types[call.Fun].IsType() && len(call.Args) == 1 {
		return p.merge(call.Args[0])
	}
	fn, sel := p.Index.Function(call), flow.SelectorOf(call)
	switch {
	case fn == nil:
		return nil, nil
	case fn.FullName() == "maps.Clone":
		return p.merge(call.Args[0])
	case sel != nil && fn.Name() == "Build" && framework.ReceiverName(fn) == "Delta" && p.IsGeneratedFunc(fn):
		return p.mergeInDelta(sel.X)
	}
	return p.inReturned(fn, p.merge)
}

// inReturned looks at what a function of this package returns first.
func (p deltas) inReturned(fn *types.Func, find func(ast.Expr) (*accessors.Use, ast.Node)) (*accessors.Use, ast.Node) {
	body := p.Index.Bodies[fn]
	if body == nil || body.Body == nil || p.IsGeneratedFunc(fn) || p.again(fn) {
		return nil, nil
	}
	for _, ret := range flow.Returns(body.Body) {
		if len(ret.Results) == 0 {
			continue
		}
		if u, verb := find(ret.Results[0]); u != nil {
			return u, verb
		}
	}
	return nil, nil
}

// mergeInDelta finds a call of a verb that merges: in a chain of calls, on the variable that the
// chain begins with, or in the function that returns what it begins with.
func (p deltas) mergeInDelta(chain ast.Expr) (*accessors.Use, ast.Node) {
	u, verb, root := p.mergeInChain(chain)
	if call, ok := root.(*ast.CallExpr); ok && u == nil && p.Index.Function(call) != nil {
		return p.inReturned(p.Index.Function(call), p.mergeInDelta)
	}
	v := p.Index.Variable(root)
	if v == nil || u != nil || p.again(v) {
		return u, verb
	}
	for _, d := range p.Index.Defs[v] {
		if u, verb := p.mergeInDelta(d.Expr); u != nil {
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

// mergeInChain returns the first verb in a chain of calls that merges, or what the chain begins with.
func (p deltas) mergeInChain(e ast.Expr) (u *accessors.Use, verb ast.Node, root ast.Expr) {
	for {
		e = ast.Unparen(e)
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return nil, nil, e
		}
		sel := flow.SelectorOf(call)
		if sel == nil || p.Index.Bodies[p.Index.Function(call)] != nil && !p.IsGeneratedFunc(p.Index.Function(call)) {
			return nil, nil, e
		}
		if u := p.mergeOf(call); u != nil {
			return u, sel.Sel, nil
		}
		e = sel.X
	}
}

// rootOf is the variable that a chain of calls begins with.
func (p deltas) rootOf(e ast.Expr) *types.Var {
	_, _, root := p.mergeInChain(e)
	return p.Index.Variable(root)
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
