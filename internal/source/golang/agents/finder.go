package agents

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// finder makes units of a program.
type finder struct {
	*program
	units    map[unitKey]*unit
	order    []*unit
	handlers map[*function]bool // that a unit has as its own
	claimed  map[diag.Span]bool // uses that an agent has, or who calls an accessor that it is given
	own      ownAgents
	making   map[ast.Expr]bool // what is being looked at
}

// unitKey tells units apart: where they are made, and under which name.
type unitKey struct {
	at   ast.Expr
	name string
}

// body is a function that a unit runs, with what is known around it.
type body struct {
	fn  *function
	env *follow.Env
}

type unit struct {
	graph.Unit
	bodies []body
}

// Steps are what finding units may take: Few a second or so, Many ten times as long.
const (
	Few  = 100_000
	Many = 1_500_000
)

// Find returns the units of packages, in order of their places, and whether it took no more
// steps than it may; otherwise much is not followed.
func Find(packages []*Package, steps int) (list []*graph.Unit, whole bool) {
	f := find(packages, steps)
	return f.sorted(), !f.Exhausted()
}

func find(packages []*Package, steps int) *finder {
	f := &finder{
		program: newProgram(packages, steps), units: map[unitKey]*unit{}, handlers: map[*function]bool{},
		claimed: map[diag.Span]bool{}, making: map[ast.Expr]bool{},
	}
	f.findOwn()
	for _, m := range f.made {
		if f.isRoot(m) {
			for _, e := range f.contexts(m.in, 0) {
				f.thing(follow.Value{Expr: m.expr, Pkg: m.in.Pkg, Env: e})
			}
		}
	}
	reached := map[*function]bool{}
	for _, u := range f.order {
		f.collect(u, reached)
	}
	f.hosts(reached)
	return f
}

func (f *finder) sorted() []*graph.Unit {
	var list []*graph.Unit
	for _, u := range f.order {
		list = append(list, &u.Unit)
	}
	slices.SortStableFunc(list, func(a, b *graph.Unit) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Place.File, b.Place.File),
			cmp.Compare(a.Place.Start, b.Place.Start), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// isRoot reports whether an expression makes a unit by itself, wherever it goes.
func (f *finder) isRoot(m made) bool {
	switch e := m.expr.(type) {
	case *ast.CallExpr:
		fn := m.in.Pkg.Index.Function(e)
		return makes(fn)
	case *ast.CompositeLit:
		return f.own.agents[e] || f.own.isGroup(m.in.Pkg, e)
	}
	return false
}

// contexts are what the parameters around a place can be, by the calls that lead there.
func (p *program) contexts(in *function, depth int) []*follow.Env {
	const deepest = 6
	for in.parent != nil && len(p.called[in]) == 0 {
		in = in.parent
	}
	sites := p.called[in]
	if in.parent == nil {
		if in.fn == nil || in.fn.Signature().Params().Len() == 0 && in.fn.Signature().Recv() == nil {
			return []*follow.Env{nil}
		}
		sites = p.callers[in.fn]
	}
	var list []*follow.Env
	if depth <= deepest {
		list = p.bound(in, sites, depth)
	}
	if len(list) == 0 {
		return []*follow.Env{nil}
	}
	return list
}

// bound are the parameters of a function as calls bind them.
func (p *program) bound(in *function, sites []callSite, depth int) (list []*follow.Env) {
	const most = 100
	for _, site := range sites {
		if site.in == in {
			continue
		}
		var receiver ast.Expr
		if sel, ok := ast.Unparen(site.call.Fun).(*ast.SelectorExpr); ok && in.fn != nil && in.fn.Signature().Recv() != nil {
			receiver = sel.X
		}
		for _, e := range p.contexts(site.in, depth+1) {
			v := follow.Value{Expr: site.call, Pkg: site.in.Pkg, Env: e}
			var parent *follow.Env
			if in.parent != nil {
				parent = e
			}
			list = append(list, v.Bind(site.call, in.Function, parent, v.With(receiver)))
		}
		if len(list) > most {
			return list[:most]
		}
	}
	return list
}

// unit returns the unit that is made at a place under a name. Without one it is called after the place.
func (f *finder) unit(kind graph.UnitKind, v follow.Value, name string) (u *unit, isNew bool) {
	id := unitKey{v.Expr, name}
	if known := f.units[id]; known != nil {
		return known, false
	}
	u = &unit{Unit: graph.Unit{Kind: kind, Name: name, Place: v.Pkg.Span(v.Expr)}}
	if name == "" {
		u.Name = "unnamed " + kind.String() + " in " + v.Pkg.Pkg.Name()
	}
	f.units[id] = u
	f.order = append(f.order, u)
	return u, true
}

func (u *unit) part(p graph.Part) {
	same := func(known graph.Part) bool {
		return known.Unit == p.Unit && known.Instruction == p.Instruction && known.File == p.File && known.Kind == p.Kind
	}
	if !slices.ContainsFunc(u.Parts, same) {
		u.Parts = append(u.Parts, p)
	}
}

func (u *unit) open(at diag.Span) {
	if !slices.Contains(u.Open, at) {
		u.Open = append(u.Open, at)
	}
}

// body gives a unit a function that it runs; false if the value is none that is known.
func (f *finder) body(u *unit, v follow.Value) bool {
	found, e, ok := f.Follower().FunctionOf(v)
	fn := f.of(found)
	if !ok || fn == nil {
		return false
	}
	if recv := fn.Receiver(); recv != nil && v.Receiver().Expr != nil {
		e = &follow.Env{Bound: map[*types.Var]follow.Value{recv: v.Receiver()}}
	}
	f.handlers[fn] = true
	u.runs(fn, e)
	return true
}

// runs adds a function that a unit runs, once for the same arguments.
func (u *unit) runs(fn *function, e *follow.Env) {
	id := e.ID()
	for _, known := range u.bodies {
		if known.fn == fn && known.env.ID() == id {
			return
		}
	}
	u.bodies = append(u.bodies, body{fn, e})
}
