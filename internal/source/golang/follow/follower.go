package follow

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Packages are those whose functions and variables are looked into.
type Packages struct {
	list    []*Values
	byTypes map[*types.Package]*Values
	steps   int // of all followers
	most    int // of these; followers make only a few then
}

// In makes packages of which all followers together make so many steps.
func In(most int, list ...*Values) *Packages {
	p := &Packages{list: list, byTypes: map[*types.Package]*Values{}, most: most}
	for _, pkg := range list {
		p.byTypes[pkg.Pkg] = pkg
	}
	return p
}

// Has reports whether a package is one of them.
func (p *Packages) Has(pkg *types.Package) bool { return p.byTypes[pkg] != nil }

// Spend takes steps that somebody else makes.
func (p *Packages) Spend(steps int) { p.steps += steps }

// Exhausted reports whether the followers have made all their steps.
func (p *Packages) Exhausted() bool { return p.steps > p.most }

// Follower follows values. Its steps are limited, so that it always ends.
type Follower struct {
	// Seen is told of each expression on the way; it may be nil.
	Seen func(Value)
	// Step says of a call what is looked at instead, nil: what the call returns as far as that is known;
	// and whether the call is a term. It may be nil.
	Step func(Value, *ast.CallExpr) (instead ast.Expr, isTerm bool)
	// Ordered is whether a local variable is what it may be where it stands, in the order of the source.
	Ordered bool
	// FieldsEnd is whether a field is a term, since it may get other values elsewhere.
	FieldsEnd bool
	// Callers is whether a parameter is what all calls give, where these are seen.
	Callers bool

	*Packages
	left   int
	active map[activity]bool
	calls  map[Function]int // that are followed
}

type activity struct {
	expr ast.Expr
	env  *Env
	list bool
}

const (
	followerSteps = 20000
	followerDepth = 60
)

// Follower begins to follow values.
func (p *Packages) Follower() *Follower {
	left := followerSteps
	if p.Exhausted() {
		left = followerDepth
	}
	return &Follower{Packages: p, left: left, active: map[activity]bool{}, calls: map[Function]int{}}
}

// Follow returns the terms that a value comes from.
func (t *Follower) Follow(v Value) []Value {
	at := activity{expr: v.Expr, env: v.Env}
	if t.active[at] && !v.IsList {
		return nil
	}
	t.steps++
	if t.left--; v.IsList || t.left < 0 || len(t.active) > followerDepth {
		return []Value{v}
	}
	t.active[at] = true
	defer delete(t.active, at)
	if t.Seen != nil {
		t.Seen(v)
	}
	switch e := ast.Unparen(v.Expr).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return t.Follow(v.With(e.X))
		}
	case *ast.StarExpr:
		return t.Follow(v.With(e.X))
	case *ast.TypeAssertExpr:
		return t.Follow(v.With(e.X))
	case *ast.IndexExpr:
		return t.indexed(v, e)
	case *ast.Ident:
		return t.object(v, v.Pkg.TypesInfo.ObjectOf(e), nil)
	case *ast.SelectorExpr:
		return t.object(v, v.Pkg.TypesInfo.Uses[e.Sel], e)
	case *ast.CallExpr:
		return t.call(v, e)
	}
	return []Value{v}
}

func (t *Follower) object(v Value, obj types.Object, sel *ast.SelectorExpr) []Value {
	x, ok := obj.(*types.Var)
	if !ok {
		if _, isNil := obj.(*types.Nil); isNil {
			return nil
		}
		return []Value{v}
	}
	x = x.Origin()
	if bound, ok := v.Env.lookup(x); ok {
		return holding(t.Follow(bound), x)
	}
	switch {
	case x.IsField() && t.FieldsEnd:
		return []Value{v}
	case x.IsField():
		return t.field(v, x, sel)
	}
	pkg := t.byTypes[x.Pkg()]
	if pkg == nil || !t.isSeen(pkg, x) {
		return []Value{v}
	}
	_, isParam := pkg.Index.Params[x]
	switch {
	case x.Parent() == pkg.Pkg.Scope():
		return holding(t.defs(pkg, nil, pkg.Index.Defs[x]), x)
	case t.Ordered && !isParam:
		return holding(t.defs(pkg, v.Env, pkg.Reaching(x, v.Expr.Pos())), x)
	}
	return holding(t.defs(pkg, v.Env, pkg.Index.Defs[x]), x)
}

// isSeen reports whether all values of a variable are seen. A local one may be declared without a value
// and get its fields only.
func (t *Follower) isSeen(pkg *Values, x *types.Var) bool {
	defs := len(pkg.Index.Defs[x])
	if at, isParam := pkg.Index.Params[x]; isParam {
		isHidden := at.Fn != nil && !at.Fn.Exported()
		return t.Callers && defs > 0 && isHidden && pkg.Index.AllCallsSeen(at.Fn)
	}
	isFilled := StructOf(x.Type()) != nil && len(pkg.Index.Filled[x]) > 0
	return defs > 0 || x.Parent() == pkg.Pkg.Scope() || isFilled
}

func (t *Follower) defs(pkg *Values, in *Env, defs []Def) []Value {
	var list []Value
	for _, d := range defs {
		v := Value{Expr: d.Expr, Pkg: pkg, Env: in}
		switch d.Kind {
		case ValueDef:
			list = append(list, t.Follow(v)...)
		case ResultDef:
			v.result = d.Result
			list = append(list, t.Follow(v)...)
		case ElemDef, KeyDef:
			elems, all := t.items(v, d.Kind)
			list = append(list, elems...)
			if v.part = true; !all {
				list = append(list, v)
			}
		case ElementDef:
			list = append(list, Value{Expr: d.Expr, Pkg: pkg, IsList: true, elems: []Value{v}})
		default:
			if t.Seen != nil {
				t.Seen(v)
			}
			v.part, v.added = true, d.Kind == AppendDef
			list = append(list, v)
		}
	}
	return list
}

func holding(list []Value, x *types.Var) []Value {
	for i := range list {
		list[i].held = append(slices.Clip(list[i].held), x)
	}
	return list
}

// field follows the field of a struct. Without the struct it is the one value that the field gets
// anywhere.
func (t *Follower) field(v Value, field *types.Var, sel *ast.SelectorExpr) []Value {
	if sel != nil {
		var list []Value
		known := true
		for _, base := range t.Follow(v.With(sel.X)) {
			got, ok := t.FieldOf(base, field)
			list, known = append(list, got...), known && ok
		}
		if known && len(list) > 0 {
			return list
		}
	}
	var only []Value
	for _, pkg := range t.list {
		for _, d := range pkg.Index.Defs[field] {
			if d.Kind != ValueDef {
				return []Value{v}
			}
			only = append(only, Value{Expr: d.Expr, Pkg: pkg})
		}
	}
	if len(only) != 1 {
		return []Value{v}
	}
	return t.Follow(only[0])
}

// FieldOf returns what a field of a struct literal is given, there or through a variable that holds it;
// false: the value is no such literal.
func (t *Follower) FieldOf(base Value, field *types.Var) ([]Value, bool) {
	lit, ok := ast.Unparen(base.Expr).(*ast.CompositeLit)
	if !ok || base.IsList {
		return nil, false
	}
	var list []Value
	for _, x := range base.held {
		pkg := t.byTypes[x.Pkg()]
		if pkg == nil {
			continue
		}
		for _, f := range pkg.Index.Filled[x] {
			if f.Field == field {
				list = append(list, t.Follow(Value{Expr: f.Value, Pkg: pkg, Env: base.Env})...)
			}
		}
	}
	st := StructOf(base.Pkg.TypesInfo.TypeOf(lit))
	if st == nil {
		return nil, false
	}
	for i, elt := range lit.Elts {
		f, e := FieldOf(base.Pkg.TypesInfo, st, i, elt)
		switch {
		case f == nil:
		case f.Origin() == field:
			list = append(list, t.Follow(base.With(e))...)
		case f.Embedded():
			for _, inner := range t.Follow(base.With(e)) {
				got, _ := t.FieldOf(inner, field)
				list = append(list, got...)
			}
		}
	}
	return list, true
}
