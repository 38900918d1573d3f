package statelint

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// index is what one walk over a package finds out about its variables and
// functions.
type index struct {
	info   *types.Info
	consts map[*types.Const]ast.Expr
	defs   map[*types.Var][]def // what is stored in a variable, field or parameter
	params map[*types.Var]param
	bodies map[*types.Func]*ast.FuncDecl
	writes map[*types.Var][]mapWrite // v[key] = value, delete(v, key)
	embeds map[*types.Var]embedding
	calls  []*ast.CallExpr

	assigned map[*ast.IndexExpr]ast.Expr // what m[key] on the left is given
}

// def is one value that a variable gets.
type def struct {
	expr   ast.Expr
	kind   defKind
	result int           // of a call with several results, which one
	call   *ast.CallExpr // the call whose argument this is, or nil
	pos    token.Pos
}

type defKind uint8

const (
	isValue   defKind = iota // the expression itself
	isResult                 // one result of the call
	isElem                   // each element of the expression
	isKey                    // each key of the expression
	isElement                // one element of the variable, a variadic parameter
	isOther                  // something that can't be followed
)

// param says whose parameter a variable is.
type param struct {
	fn *types.Func // nil: of a function literal
	at int
}

type mapWrite struct{ key, value ast.Expr }

func newIndex(info *types.Info) *index {
	return &index{
		info:   info,
		consts: map[*types.Const]ast.Expr{},
		defs:   map[*types.Var][]def{},
		params: map[*types.Var]param{},
		bodies: map[*types.Func]*ast.FuncDecl{},
		writes: map[*types.Var][]mapWrite{},
		embeds: map[*types.Var]embedding{},

		assigned: map[*ast.IndexExpr]ast.Expr{},
	}
}

// file indexes one file. When all files have been, calls must be resolved.
func (x *index) file(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			x.funcDecl(n)
		case *ast.FuncLit:
			if sig, ok := x.info.TypeOf(n).(*types.Signature); ok {
				x.signature(sig, nil)
			}
		case *ast.ValueSpec:
			x.valueSpec(n)
		case *ast.AssignStmt:
			x.assign(n)
		case *ast.RangeStmt:
			x.rangeStmt(n)
		case *ast.UnaryExpr:
			if v := x.variable(n.X); n.Op == token.AND && v != nil {
				x.pointer(v, n)
			}
		case *ast.CompositeLit:
			x.composite(n)
		case *ast.CallExpr:
			x.calls = append(x.calls, n)
		}
		return true
	})
}

// pointer notes that whoever gets a variable's address may fill it: a string,
// or the tagged strings of a struct, as decoders do.
func (x *index) pointer(v *types.Var, n *ast.UnaryExpr) {
	if framework.IsStringKind(v.Type()) {
		x.add(v, def{kind: isOther, expr: n, pos: n.Pos()})
	}
	st := structOf(v.Type())
	if st == nil {
		return
	}
	for i := range st.NumFields() {
		if f := st.Field(i); st.Tag(i) != "" && framework.IsStringKind(f.Type()) {
			x.add(f, def{kind: isOther, expr: n, pos: n.Pos()})
		}
	}
}

func (x *index) funcDecl(d *ast.FuncDecl) {
	fn, ok := x.info.Defs[d.Name].(*types.Func)
	if !ok {
		return
	}
	x.bodies[fn] = d
	x.signature(fn.Signature(), fn)
}

func (x *index) signature(sig *types.Signature, fn *types.Func) {
	for i := range sig.Params().Len() {
		x.params[sig.Params().At(i)] = param{fn, i}
	}
}

func (x *index) valueSpec(s *ast.ValueSpec) {
	for i, name := range s.Names {
		switch obj := x.info.Defs[name].(type) {
		case *types.Const:
			if i < len(s.Values) {
				x.consts[obj] = s.Values[i]
			}
		case *types.Var:
			x.pair(obj, s.Values, i, len(s.Names), name.Pos())
		}
	}
}

func (x *index) assign(s *ast.AssignStmt) {
	for i, lhs := range s.Lhs {
		if idx, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok && len(s.Lhs) == len(s.Rhs) {
			x.assigned[idx] = s.Rhs[i]
			if v := x.variable(idx.X); v != nil {
				x.writes[v] = append(x.writes[v], mapWrite{idx.Index, s.Rhs[i]})
			}
			continue
		}
		v := x.variable(lhs)
		if v == nil {
			continue
		}
		if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
			x.add(v, def{kind: isOther, expr: s.Rhs[0], pos: s.Pos()})
			continue
		}
		x.pair(v, s.Rhs, i, len(s.Lhs), s.Pos())
	}
}

// pair finds the value for the i-th of n variables.
func (x *index) pair(v *types.Var, values []ast.Expr, i, n int, pos token.Pos) {
	switch {
	case len(values) == n:
		x.add(v, def{expr: values[i], pos: pos})
	case len(values) == 1:
		x.add(v, def{expr: values[0], kind: isResult, result: i, pos: pos})
	}
}

func (x *index) rangeStmt(s *ast.RangeStmt) {
	for i, lhs := range []ast.Expr{s.Key, s.Value} {
		if v := x.variable(lhs); v != nil {
			x.add(v, def{expr: s.X, kind: []defKind{isKey, isElem}[i], pos: s.Pos()})
		}
	}
}

func (x *index) composite(lit *ast.CompositeLit) {
	st := structOf(x.info.TypeOf(lit))
	if st == nil {
		return
	}
	for i, elt := range lit.Elts {
		field, value := fieldOf(x.info, st, i, elt)
		if field != nil {
			x.add(field, def{expr: value, pos: elt.Pos()})
		}
	}
}

// resolveCalls makes each argument a value of its parameter.
func (x *index) resolveCalls() {
	for _, call := range x.calls {
		sig := x.callee(call)
		if sig == nil {
			continue
		}
		for i, arg := range call.Args {
			last := sig.Params().Len() - 1
			switch {
			case sig.Variadic() && i >= last && !call.Ellipsis.IsValid():
				x.add(sig.Params().At(last), def{expr: arg, kind: isElement, call: call, pos: arg.Pos()})
			case i <= last:
				x.add(sig.Params().At(i), def{expr: arg, call: call, pos: arg.Pos()})
			}
		}
	}
}

// callee returns the signature, with the very parameters of the declaration,
// of a function in this package, or of a literal that a variable holds.
func (x *index) callee(call *ast.CallExpr) *types.Signature {
	if fn := x.function(call); fn != nil {
		if x.bodies[fn] == nil {
			return nil
		}
		return fn.Signature()
	}
	lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit)
	if v := x.variable(call.Fun); v != nil && len(x.defs[v]) == 1 {
		lit, ok = ast.Unparen(x.defs[v][0].expr).(*ast.FuncLit)
	}
	if !ok {
		return nil
	}
	sig, _ := x.info.TypeOf(lit).(*types.Signature)
	return sig
}

// function returns the declared function or method that is called.
func (x *index) function(call *ast.CallExpr) *types.Func {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	var id *ast.Ident
	switch f := fun.(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return nil
	}
	fn, ok := x.info.Uses[id].(*types.Func)
	if !ok {
		return nil
	}
	return fn.Origin()
}

// variable returns the variable, field or parameter that an expression names;
// nil if it is anything else.
func (x *index) variable(e ast.Expr) *types.Var {
	if e == nil {
		return nil
	}
	var obj types.Object
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		obj = x.info.ObjectOf(e)
	case *ast.SelectorExpr:
		obj = x.info.Uses[e.Sel]
	}
	v, ok := obj.(*types.Var)
	if !ok || v.Name() == "_" {
		return nil
	}
	return v.Origin()
}

func (x *index) add(v *types.Var, d def) {
	v = v.Origin()
	x.defs[v] = append(x.defs[v], d)
}

// only returns the one value that a variable ever gets.
func (x *index) only(v *types.Var) (def, bool) {
	if _, ok := x.params[v]; ok || v.IsField() || len(x.defs[v]) != 1 {
		return def{}, false
	}
	return x.defs[v][0], true
}
