package units

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
)

// value is an expression with what is known of the variables in it.
type value struct {
	expr   ast.Expr
	pkg    *Package
	env    *env
	result int          // of a call with several results
	elems  []value      // of a variadic parameter
	isList bool         // elems is what it is
	held   []*types.Var // the variables that it was followed through
	listed diag.Span    // the place in the list that it is an element of
}

// env is what a call binds parameters to.
type env struct {
	parent *env
	bound  map[*types.Var]value
}

func (e *env) lookup(v *types.Var) (value, bool) {
	for ; e != nil; e = e.parent {
		if x, ok := e.bound[v]; ok {
			return x, true
		}
	}
	return value{}, false
}

// id tells what is bound apart, by places.
func (e *env) id(depth int) string {
	const deepest = 4
	var list []string
	for ; e != nil && depth < deepest; e = e.parent {
		for v, x := range e.bound {
			at := token.NoPos
			if x.expr != nil {
				at = x.expr.Pos()
			}
			list = append(list, fmt.Sprint(v.Pos(), " ", at, " ", x.env.id(depth+1)))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}

// tracer follows values. Its steps are limited, so that it always ends.
type tracer struct {
	*program
	steps  int
	active map[activity]bool
	seen   func(value) // is told of each expression on the way; may be nil
}

type activity struct {
	expr ast.Expr
	env  *env
	list bool
}

const (
	maxSteps = 20000
	maxDepth = 60
)

func (p *program) tracer(seen func(value)) *tracer {
	steps := maxSteps
	if p.steps > p.most {
		steps = maxDepth
	}
	return &tracer{program: p, steps: steps, active: map[activity]bool{}, seen: seen}
}

// follow returns the literals, functions and foreign calls that a value comes from, and as they
// are the expressions that it can't go beyond.
func (t *tracer) follow(v value) []value {
	at := activity{expr: v.expr, env: v.env}
	if t.active[at] {
		return nil
	}
	t.program.steps++
	if t.steps--; t.steps < 0 || len(t.active) > maxDepth || v.isList {
		return []value{v}
	}
	t.active[at] = true
	defer delete(t.active, at)
	if t.seen != nil {
		t.seen(v)
	}
	switch e := ast.Unparen(v.expr).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return t.follow(v.with(e.X))
		}
	case *ast.StarExpr:
		return t.follow(v.with(e.X))
	case *ast.TypeAssertExpr:
		return t.follow(v.with(e.X))
	case *ast.IndexExpr:
		if _, isFunc := v.pkg.TypesInfo.TypeOf(e).(*types.Signature); isFunc {
			return t.follow(v.with(e.X))
		}
	case *ast.Ident:
		return t.object(v, v.pkg.TypesInfo.ObjectOf(e), nil)
	case *ast.SelectorExpr:
		return t.object(v, v.pkg.TypesInfo.Uses[e.Sel], e)
	case *ast.CallExpr:
		return t.call(v, e)
	}
	return []value{v}
}

func (v value) with(e ast.Expr) value { return value{expr: e, pkg: v.pkg, env: v.env} }

func (t *tracer) object(v value, obj types.Object, sel *ast.SelectorExpr) []value {
	x, ok := obj.(*types.Var)
	if !ok {
		if _, isNil := obj.(*types.Nil); isNil {
			return nil
		}
		return []value{v}
	}
	x = x.Origin()
	if bound, ok := v.env.lookup(x); ok {
		return holding(t.follow(bound), x)
	}
	if x.IsField() {
		return t.field(v, x, sel)
	}
	pkg := t.byTypes[x.Pkg()]
	if pkg == nil {
		return []value{v}
	}
	if _, isParam := pkg.Index.Params[x]; isParam || len(pkg.Index.Defs[x]) == 0 && x.Parent() != pkg.Pkg.Scope() && !t.zero(pkg, x) {
		return []value{v}
	}
	in := v.env
	if x.Parent() == pkg.Pkg.Scope() {
		in = nil
	}
	return holding(t.defs(pkg, in, pkg.Index.Defs[x]), x)
}

// zero reports whether a local variable is declared without a value, and gets none but through its fields.
func (t *tracer) zero(_ *Package, x *types.Var) bool {
	return flow.StructOf(x.Type()) != nil && len(t.filled[x]) > 0
}

func (t *tracer) defs(pkg *Package, in *env, defs []flow.Def) []value {
	var list []value
	for _, d := range defs {
		v := value{expr: d.Expr, pkg: pkg, env: in}
		switch d.Kind {
		case flow.ValueDef:
			list = append(list, t.follow(v)...)
		case flow.ResultDef:
			v.result = d.Result
			list = append(list, t.follow(v)...)
		case flow.ElemDef:
			elems, all := t.list(v)
			list = append(list, elems...)
			if !all {
				list = append(list, v)
			}
		default:
			if t.seen != nil {
				t.seen(v)
			}
			list = append(list, v)
		}
	}
	return list
}

func holding(list []value, x *types.Var) []value {
	for i := range list {
		list[i].held = append(slices.Clip(list[i].held), x)
	}
	return list
}

// field follows the field of a struct. Without the struct it is the one value that the field gets
// anywhere.
func (t *tracer) field(v value, field *types.Var, sel *ast.SelectorExpr) []value {
	if sel != nil {
		var list []value
		known := true
		for _, base := range t.follow(v.with(sel.X)) {
			got, ok := t.fieldOf(base, field)
			list, known = append(list, got...), known && ok
		}
		if known && len(list) > 0 {
			return list
		}
	}
	var only []value
	for _, pkg := range t.packages {
		for _, d := range pkg.Index.Defs[field] {
			if d.Kind != flow.ValueDef {
				return []value{v}
			}
			only = append(only, value{expr: d.Expr, pkg: pkg})
		}
	}
	if len(only) != 1 {
		return []value{v}
	}
	return t.follow(only[0])
}

// fieldOf returns what a field of a struct literal is given, there or through a variable that holds it.
func (t *tracer) fieldOf(base value, field *types.Var) ([]value, bool) {
	lit, ok := ast.Unparen(base.expr).(*ast.CompositeLit)
	if !ok || base.isList {
		return nil, false
	}
	var list []value
	for _, x := range base.held {
		for _, f := range t.filled[x] {
			if f.field == field {
				list = append(list, t.follow(value{expr: f.value, pkg: t.byTypes[x.Pkg()], env: base.env})...)
			}
		}
	}
	st := flow.StructOf(base.pkg.TypesInfo.TypeOf(lit))
	if st == nil {
		return nil, false
	}
	for i, elt := range lit.Elts {
		f, e := flow.FieldOf(base.pkg.TypesInfo, st, i, elt)
		switch {
		case f == nil:
		case f.Origin() == field:
			list = append(list, t.follow(base.with(e))...)
		case f.Embedded():
			for _, inner := range t.follow(base.with(e)) {
				got, _ := t.fieldOf(inner, field)
				list = append(list, got...)
			}
		}
	}
	return list, true
}

// call follows a call to what the function returns.
func (t *tracer) call(v value, call *ast.CallExpr) []value {
	if tv := v.pkg.TypesInfo.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		return t.follow(v.with(call.Args[0]))
	}
	callees := t.callees(v, call)
	if len(callees) == 0 {
		return []value{v}
	}
	var list []value
	for _, c := range callees {
		for _, ret := range flow.Returns(body(c.fn.node)) {
			switch {
			case len(ret.Results) > v.result && (len(ret.Results) > 1 || v.result == 0) && !flow.IsZero(ret.Results[v.result]):
				r := value{expr: ret.Results[v.result], pkg: c.fn.pkg, env: c.env}
				if len(ret.Results) == 1 {
					r.result = v.result
				}
				list = append(list, t.follow(r)...)
			case len(ret.Results) == 1 && v.result > 0:
				list = append(list, t.follow(value{expr: ret.Results[0], pkg: c.fn.pkg, env: c.env, result: v.result})...)
			case len(ret.Results) == 0:
				list = append(list, v)
			}
		}
	}
	return list
}

// callee is a function that is called, with what the call binds.
type callee struct {
	fn  *function
	env *env
}

// callees are the functions of the program that a call is known to call.
func (t *tracer) callees(v value, call *ast.CallExpr) []callee {
	fn := v.pkg.Index.Function(call)
	if fn == nil {
		var list []callee
		if _, isBuiltin := v.pkg.TypesInfo.Types[call.Fun]; isBuiltin && v.pkg.TypesInfo.Types[call.Fun].IsBuiltin() {
			return nil
		}
		for _, target := range t.follow(v.with(call.Fun)) {
			if f, parent := t.functionOf(target); f != nil {
				list = append(list, callee{f, t.bind(v, call, f, parent, receiverOf(target))})
			}
		}
		return list
	}
	sel := flow.SelectorOf(call)
	if f := t.decls[fn]; f != nil {
		var receiver value
		if sel != nil && fn.Signature().Recv() != nil {
			receiver = v.with(sel.X)
		}
		return []callee{{f, t.bind(v, call, f, nil, receiver)}}
	}
	if sel == nil || fn.Signature().Recv() == nil || !types.IsInterface(fn.Signature().Recv().Type()) {
		return nil
	}
	return t.dynamic(v, call, sel, fn)
}

// dynamic finds the methods behind an interface, if all that it can hold is known.
func (t *tracer) dynamic(v value, call *ast.CallExpr, sel *ast.SelectorExpr, fn *types.Func) []callee {
	var list []callee
	for _, receiver := range t.follow(v.with(sel.X)) {
		m := t.method(receiver, fn.Name())
		if m == nil {
			return nil
		}
		list = append(list, callee{m, t.bind(v, call, m, nil, receiver)})
	}
	return list
}

// method is the method of the type that a literal has.
func (t *tracer) method(v value, name string) *function {
	lit, ok := ast.Unparen(v.expr).(*ast.CompositeLit)
	if !ok || v.isList {
		return nil
	}
	typ := v.pkg.TypesInfo.TypeOf(lit)
	if typ == nil {
		return nil
	}
	if _, isPtr := typ.(*types.Pointer); !isPtr {
		typ = types.NewPointer(typ)
	}
	obj, _, _ := types.LookupFieldOrMethod(typ, true, v.pkg.Pkg, name)
	fn, _ := obj.(*types.Func)
	if fn == nil {
		return nil
	}
	return t.decls[fn.Origin()]
}

// functionOf is the function that a value is, and for a literal what is known around it.
func (t *tracer) functionOf(v value) (*function, *env) {
	switch e := ast.Unparen(v.expr).(type) {
	case *ast.FuncLit:
		return t.lits[e], v.env
	case *ast.Ident, *ast.SelectorExpr:
		if fn := functionNamed(v.pkg, e); fn != nil {
			return t.decls[fn], nil
		}
	}
	return nil, nil
}

func functionNamed(pkg *Package, e ast.Expr) *types.Func {
	id, _ := e.(*ast.Ident)
	if sel, ok := e.(*ast.SelectorExpr); ok {
		id = sel.Sel
	}
	fn, _ := pkg.TypesInfo.Uses[id].(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// receiverOf is what a method value is bound to.
func receiverOf(v value) value {
	if sel, ok := ast.Unparen(v.expr).(*ast.SelectorExpr); ok && !v.isList {
		return v.with(sel.X)
	}
	return value{}
}

// bind binds the parameters of a function to the arguments of a call, and its receiver.
func (t *tracer) bind(v value, call *ast.CallExpr, f *function, parent *env, receiver value) *env {
	e := &env{parent: parent, bound: map[*types.Var]value{}}
	sig := signature(f)
	if sig == nil {
		return e
	}
	if recv := receiverVar(f); recv != nil && receiver.expr != nil {
		e.bound[recv] = receiver
	}
	for i := range sig.Params().Len() {
		param := sig.Params().At(i)
		switch variadic := sig.Variadic() && i == sig.Params().Len()-1; {
		case len(call.Args) == 1 && sig.Params().Len() > 1 && !variadic:
			spread := v.with(call.Args[0])
			spread.result = i
			e.bound[param] = spread
		case variadic && !call.Ellipsis.IsValid():
			rest := value{pkg: v.pkg, isList: true, expr: call}
			for _, arg := range call.Args[min(i, len(call.Args)):] {
				rest.elems = append(rest.elems, v.with(arg))
			}
			e.bound[param] = rest
		case i < len(call.Args):
			e.bound[param] = v.with(call.Args[i])
		}
	}
	return e
}

func signature(f *function) *types.Signature {
	if f.fn != nil {
		return f.fn.Signature()
	}
	lit, ok := f.node.(*ast.FuncLit)
	if !ok {
		return nil
	}
	sig, _ := f.pkg.TypesInfo.TypeOf(lit).(*types.Signature)
	return sig
}

func receiverVar(f *function) *types.Var {
	if f.fn == nil {
		return nil
	}
	return f.fn.Signature().Recv()
}

func body(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			return n.Body
		}
	case *ast.FuncLit:
		return n.Body
	}
	return &ast.BlockStmt{}
}

// list returns the elements of a list, and whether these are all.
func (t *tracer) list(v value) (elems []value, all bool) {
	all = true
	add := func(list []value, complete bool) { elems, all = append(elems, list...), all && complete }
	if v.isList {
		for _, e := range v.elems {
			elems = append(elems, t.element(e)...)
		}
		return elems, true
	}
	at := activity{v.expr, v.env, true}
	if t.active[at] {
		return nil, true
	}
	t.active[at] = true
	defer delete(t.active, at)
	for _, term := range t.follow(v) {
		switch e := ast.Unparen(term.expr).(type) {
		case *ast.CompositeLit:
			if term.isList {
				add(t.list(term))
				continue
			}
			for _, elt := range e.Elts {
				if kv, ok := elt.(*ast.KeyValueExpr); ok {
					elt = kv.Value
				}
				elems = append(elems, t.element(term.with(elt))...)
			}
		case *ast.CallExpr:
			add(t.listCall(term, e))
		default:
			all = false
		}
	}
	return elems, all
}

// element follows an element of a list, and notes where it is listed.
func (t *tracer) element(v value) []value {
	list := t.follow(v)
	for i := range list {
		list[i].listed = v.pkg.Span(v.expr)
	}
	return list
}

// place is where a value is listed, or else where it is.
func (v value) place() diag.Span {
	if v.listed.File != "" {
		return v.listed
	}
	return v.pkg.Span(v.expr)
}

// listCall returns the elements of what append, slices.Concat or make returns.
func (t *tracer) listCall(v value, call *ast.CallExpr) (elems []value, all bool) {
	if v.isList {
		return t.list(v)
	}
	all = true
	add := func(list []value, complete bool) { elems, all = append(elems, list...), all && complete }
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	fn := v.pkg.Index.Function(call)
	switch {
	case id != nil && v.pkg.IsBuiltin(id, "make"):
	case id != nil && v.pkg.IsBuiltin(id, "append"):
		add(t.list(v.with(call.Args[0])))
		for i, arg := range call.Args[1:] {
			if call.Ellipsis.IsValid() && i == len(call.Args)-2 {
				add(t.list(v.with(arg)))
			} else {
				elems = append(elems, t.element(v.with(arg))...)
			}
		}
	case fn != nil && (fn.FullName() == "slices.Concat" || fn.FullName() == "slices.Clone"):
		for _, arg := range call.Args {
			add(t.list(v.with(arg)))
		}
	default:
		return nil, false
	}
	return elems, all
}

// text is the one string that a value is.
func (t *tracer) text(v value) (string, bool) {
	var found []string
	for _, term := range t.follow(v) {
		s, ok := t.termText(term)
		if !ok {
			return "", false
		}
		found = append(found, s)
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

func (t *tracer) termText(v value) (string, bool) {
	if b, ok := ast.Unparen(v.expr).(*ast.BinaryExpr); ok && b.Op == token.ADD {
		x, ok1 := t.text(v.with(b.X))
		y, ok2 := t.text(v.with(b.Y))
		return x + y, ok1 && ok2
	}
	if v.isList {
		return "", false
	}
	text := v.pkg.Eval(v.expr)
	return text.String(), text.Known()
}
