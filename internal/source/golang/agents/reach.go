package agents

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/diag"
	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// collect gives a unit the uses of the functions that it runs and that these call.
func (f *finder) collect(u *unit, reached map[*function]bool) {
	r := &reach{finder: f, unit: u, reached: reached, visits: map[*function]int{}}
	for _, b := range u.bodies {
		r.walk(b.fn, b.env)
	}
}

type reach struct {
	*finder
	unit    *unit
	reached map[*function]bool
	visits  map[*function]int
}

func (r *reach) walk(fn *function, e *follow.Env) {
	const mostVisits = 8 // with other arguments each
	r.reached[fn] = true
	r.visits[fn]++
	if r.visits[fn] > mostVisits {
		return
	}
	if r.visits[fn] == 1 {
		r.unit.Uses = append(r.unit.Uses, r.usesOf(fn)...)
		for _, p := range fn.prompts {
			r.unit.part(graph.Part{Instruction: p.name, Kind: graph.Has, Place: p.at})
		}
	}
	r.late(fn, e)
	for _, lit := range fn.lits {
		if !r.handlers[lit] && r.visits[lit] == 0 {
			r.walk(lit, e)
		}
	}
	v := follow.Value{Pkg: fn.Pkg, Env: e}
	for _, call := range fn.calls {
		callees := r.Follower().Callees(v.With(call), call)
		for _, c := range callees {
			if fn := r.of(c.Function); fn != nil {
				r.walk(fn, c.Env)
			}
		}
		if len(callees) == 0 {
			r.accessor(v, call)
			r.passed(v, call)
		}
	}
}

// accessor gives the unit the uses of a generated accessor that is called through a variable.
func (r *reach) accessor(v follow.Value, call *ast.CallExpr) {
	if v.Pkg.Index.Function(call) != nil || v.Pkg.TypesInfo.Types[call.Fun].IsType() {
		return
	}
	for _, target := range r.Follower().Follow(v.With(call.Fun)) {
		sel, ok := ast.Unparen(target.Expr).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		at := target.Pkg.Span(sel.Sel)
		for _, u := range r.bySite[at] {
			r.claimed[at] = true
			r.unit.use(u)
		}
	}
}

// late gives the unit the uses of keys that a literal has got from the call that made it.
func (r *reach) late(lit *function, e *follow.Env) {
	if len(lit.later) == 0 {
		return
	}
	given := map[diag.Span]bool{}
	t := r.Follower()
	t.Seen = func(v follow.Value) { given[v.Pkg.Span(v.Expr)] = true }
	for at := e; at != nil; at = at.Parent {
		for _, bound := range at.Bound {
			t.Follow(bound)
		}
	}
	for _, u := range lit.later {
		if given[u.Site] {
			r.claimed[u.Site] = true
			r.unit.use(u.Use)
		}
	}
}

// passed walks the functions that are handed to one that can't be looked into.
func (r *reach) passed(v follow.Value, call *ast.CallExpr) {
	if tv := v.Pkg.TypesInfo.Types[call.Fun]; tv.IsType() {
		return
	}
	for _, arg := range call.Args {
		if _, isFunc := v.Pkg.TypesInfo.TypeOf(arg).(*types.Signature); !isFunc {
			continue
		}
		t := r.Follower()
		for _, target := range t.Follow(v.With(arg)) {
			found, e, ok := t.FunctionOf(target)
			if fn := r.of(found); ok && fn != nil && !r.handlers[fn] {
				r.walk(fn, e)
			}
		}
	}
}
