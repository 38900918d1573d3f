package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// deltas goes back from what becomes the delta of an event to the verbs that it
// was built with.
type deltas struct {
	*Checker
	seen map[any]bool // variables and expressions
}

func (p *Checker) deltas() deltas { return deltas{p, map[any]bool{}} }

// again reports whether a variable or an expression has been looked at before.
func (p deltas) again(x any) bool {
	seen := p.seen[x]
	p.seen[x] = true
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

// terms follows a value to what generated code returns, through maps that are cloned.
func (p deltas) terms(value ast.Expr, seen func(follow.Value)) []follow.Value {
	f := p.sessions.Follower()
	f.Ordered, f.Seen = seen == nil, seen
	f.Step = func(_ follow.Value, call *ast.CallExpr) (ast.Expr, bool) {
		fn := p.Index.Function(call)
		if fn != nil && fn.FullName() == "maps.Clone" {
			return call.Args[0], false
		}
		return nil, fn != nil && p.IsGeneratedFunc(fn)
	}
	return f.Follow(follow.Value{Expr: value, Pkg: p.sessions.Values})
}

// merge finds what merges into the delta that a value is: the result of generated code's Build.
func (p deltas) merge(value ast.Expr) (*accessors.Use, ast.Node) {
	for _, term := range p.terms(value, nil) {
		call, ok := ast.Unparen(term.Expr).(*ast.CallExpr)
		if !ok {
			continue
		}
		fn, sel := p.Index.Function(call), follow.SelectorOf(call)
		isDelta := fn != nil && sel != nil && framework.ReceiverName(fn) == "Delta" && p.IsGeneratedFunc(fn)
		if isDelta && fn.Name() == "Build" {
			if u, verb := p.mergeInDelta(sel.X); u != nil {
				return u, verb
			}
		}
	}
	return nil, nil
}

// mergeInDelta finds a call of a verb that merges: in a chain of calls, on the variables that the
// chain comes from, or in what they hold.
func (p deltas) mergeInDelta(chain ast.Expr) (u *accessors.Use, verb ast.Node) {
	if p.again(chain) {
		return nil, nil
	}
	u, verb, root := p.mergeInChain(chain)
	if u != nil {
		return u, verb
	}
	terms := p.terms(root, func(v follow.Value) {
		if x := p.Index.Variable(v.Expr); u == nil && x != nil && !p.again(x) {
			u, verb = p.mergeOn(x)
		}
	})
	for _, term := range terms {
		if u == nil {
			u, verb = p.mergeInDelta(term.Expr)
		}
	}
	return u, verb
}

// mergeOn finds a call of such a verb on a variable.
func (p deltas) mergeOn(v *types.Var) (*accessors.Use, ast.Node) {
	for _, call := range p.Index.Calls {
		sel := follow.SelectorOf(call)
		if sel == nil {
			continue
		}
		if _, _, root := p.mergeInChain(sel.X); p.Index.Variable(root) == v {
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
		sel, fn := follow.SelectorOf(call), p.Index.Function(call)
		if sel == nil || p.Index.Bodies[fn] != nil && !p.IsGeneratedFunc(fn) {
			return nil, nil, e
		}
		if u := p.mergeOf(call); u != nil {
			return u, sel.Sel, nil
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
