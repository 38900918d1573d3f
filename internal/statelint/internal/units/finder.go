package units

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	graph "github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/follow"
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
	things   int               // that were looked at
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
	texts  []follow.Value // that its instructions are put together from
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
	return f.sorted(), f.whole()
}

func find(packages []*Package, steps int) *finder {
	f := &finder{program: newProgram(packages, steps), units: map[unitKey]*unit{}, handlers: map[*function]bool{}, claimed: map[diag.Span]bool{}, making: map[ast.Expr]bool{}}
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
		u.Ends = u.ends()
		list = append(list, &u.Unit)
	}
	slices.SortStableFunc(list, func(a, b *graph.Unit) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Start, b.Place.Start), cmp.Compare(a.Name, b.Name))
	})
	return list
}

func (f *finder) whole() bool {
	return !f.Exhausted() && f.things < f.most/stepsOfThing
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
			list = append(list, p.Follower().Bind(v, site.call, in.Function, parent, v.With(receiver)))
		}
		if len(list) > most {
			return list[:most]
		}
	}
	return list
}

// unit returns the unit that is made at a place under a name. Without one it is called after the place.
func (f *finder) unit(kind graph.Kind, v follow.Value, name string) (u *unit, isNew bool) {
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

// usesOf are the uses in a function, without what an agent has claimed.
func (f *finder) usesOf(fn *function) []keys.Use {
	return slices.DeleteFunc(slices.Clone(fn.uses), func(u keys.Use) bool {
		return f.claimed[u.Site]
	})
}

// hosts makes units of the functions that use keys and that no unit leads to, or somebody else
// as well.
func (f *finder) hosts(reached map[*function]bool) {
	for _, lit := range f.all {
		for _, u := range lit.later {
			if !f.claimed[u.Site] {
				u.given.uses = append(u.given.uses, u.Use)
			}
		}
	}
	for _, fn := range f.all {
		top := fn
		for top.parent != nil && !f.handlers[top] {
			top = top.parent
		}
		uses := f.usesOf(fn)
		if len(uses) == 0 && len(fn.prompts) == 0 || f.handlers[top] || reached[fn] && !f.calledBeside(top, reached) {
			continue
		}
		if len(uses) == 0 {
			continue
		}
		v := follow.Value{Expr: nil, Pkg: fn.Pkg}
		name := f.hostName(top)
		u := f.units[unitKey{nil, name}]
		if u == nil {
			u = &unit{Unit: graph.Unit{Kind: graph.Host, Name: name, Place: v.Pkg.Span(hostNode(top))}}
			f.units[unitKey{nil, name}] = u
			f.order = append(f.order, u)
		}
		u.Uses = append(u.Uses, uses...)
	}
}

// calledBeside reports whether a function is called by one that belongs to no unit.
func (f *finder) calledBeside(fn *function, reached map[*function]bool) bool {
	return slices.ContainsFunc(f.callers[fn.fn], func(site callSite) bool {
		return !reached[site.in] && !f.handlers[site.in]
	})
}

func hostNode(fn *function) ast.Node {
	switch {
	case fn.Decl != nil:
		return fn.Decl.Name
	case fn.Lit != nil:
		return fn.Lit
	}
	return fn.file.Name
}

func (f *finder) hostName(fn *function) string {
	if fn.fn == nil {
		return "variables of " + fn.Pkg.Pkg.Name()
	}
	name := fn.fn.Name()
	if recv := fn.fn.Signature().Recv(); recv != nil {
		t := types.TypeString(recv.Type(), func(*types.Package) string { return "" })
		name = strings.TrimPrefix(t, "*") + "." + name
	}
	return fn.Pkg.Pkg.Name() + "." + name
}
