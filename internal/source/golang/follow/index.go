package follow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"golang.org/x/tools/go/types/typeutil"
)

// Index is what one walk over a package finds out about its variables and
// functions.
type Index struct {
	info   *types.Info
	Consts map[*types.Const]ast.Expr
	Defs   map[*types.Var][]Def // what is stored in a variable, field or parameter
	Params map[*types.Var]Param
	Bodies map[*types.Func]*ast.FuncDecl
	writes map[*types.Var][]mapWrite // v[key] = value, delete(v, key)
	copied map[*types.Var][]ast.Expr // maps.Copy(v, expression)
	embeds map[*types.Var]embedding
	Calls  []*ast.CallExpr

	Assigned map[*ast.IndexExpr]ast.Expr // what m[key] on the left is given
	Filled   map[*types.Var][]Filled     // the fields that the structs in variables are given
}

// Filled is a field that is given a value.
type Filled struct {
	Field *types.Var
	Value ast.Expr
}

// Def is one value that a variable gets.
type Def struct {
	Expr   ast.Expr
	Kind   defKind
	Result int           // of a call with several results, which one
	call   *ast.CallExpr // the call whose argument this is, or nil
	Pos    token.Pos
}

type defKind uint8

const (
	ValueDef   defKind = iota // the expression itself
	ResultDef                 // one result of the call
	ElemDef                   // each element of the expression
	KeyDef                    // each key of the expression
	ElementDef                // one element of the variable, a variadic parameter
	AppendDef                 // what is added at the end of a text: text += x
	OtherDef                  // something that can't be followed
)

// Param says whose parameter a variable is.
type Param struct {
	Fn *types.Func // nil: of a function literal
	At int
}

type mapWrite struct{ key, value ast.Expr }

func newIndex(info *types.Info) *Index {
	return &Index{
		info:   info,
		Consts: map[*types.Const]ast.Expr{},
		Defs:   map[*types.Var][]Def{},
		Params: map[*types.Var]Param{},
		Bodies: map[*types.Func]*ast.FuncDecl{},
		writes: map[*types.Var][]mapWrite{},
		copied: map[*types.Var][]ast.Expr{},
		embeds: map[*types.Var]embedding{},

		Assigned: map[*ast.IndexExpr]ast.Expr{},
		Filled:   map[*types.Var][]Filled{},
	}
}

// file indexes one file. When all files have been, calls must be resolved.
func (x *Index) file(f *ast.File) {
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
			if v := x.Variable(n.X); n.Op == token.AND && v != nil {
				x.pointer(v, n)
			}
		case *ast.CompositeLit:
			x.composite(n)
		case *ast.CallExpr:
			x.Calls = append(x.Calls, n)
			if to, from := x.copying(n); x.Variable(to) != nil {
				x.copied[x.Variable(to)] = append(x.copied[x.Variable(to)], from)
			}
		}
		return true
	})
}

// pointer notes that whoever gets a variable's address may fill it: a string,
// or the tagged strings of a struct, as decoders do.
func (x *Index) pointer(v *types.Var, n *ast.UnaryExpr) {
	if framework.IsStringKind(v.Type()) {
		x.add(v, Def{Kind: OtherDef, Expr: n, Pos: n.Pos()})
	}
	st := StructOf(v.Type())
	if st == nil {
		return
	}
	for i := range st.NumFields() {
		if f := st.Field(i); st.Tag(i) != "" && framework.IsStringKind(f.Type()) {
			x.add(f, Def{Kind: OtherDef, Expr: n, Pos: n.Pos()})
		}
	}
}

func (x *Index) funcDecl(d *ast.FuncDecl) {
	fn, ok := x.info.Defs[d.Name].(*types.Func)
	if !ok {
		return
	}
	x.Bodies[fn] = d
	x.signature(fn.Signature(), fn)
}

func (x *Index) signature(sig *types.Signature, fn *types.Func) {
	for i := range sig.Params().Len() {
		x.Params[sig.Params().At(i)] = Param{fn, i}
	}
}

func (x *Index) valueSpec(s *ast.ValueSpec) {
	for i, name := range s.Names {
		switch obj := x.info.Defs[name].(type) {
		case *types.Const:
			if i < len(s.Values) {
				x.Consts[obj] = s.Values[i]
			}
		case *types.Var:
			x.pair(obj, s.Values, i, len(s.Names), name.Pos())
		}
	}
}

func (x *Index) assign(s *ast.AssignStmt) {
	for i, lhs := range s.Lhs {
		if idx, ok := ast.Unparen(lhs).(*ast.IndexExpr); ok && len(s.Lhs) == len(s.Rhs) {
			x.Assigned[idx] = s.Rhs[i]
			if v := x.Variable(idx.X); v != nil {
				x.writes[v] = append(x.writes[v], mapWrite{idx.Index, s.Rhs[i]})
			}
			continue
		}
		v := x.Variable(lhs)
		if v == nil {
			continue
		}
		if s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
			kind := OtherDef
			if s.Tok == token.ADD_ASSIGN && framework.IsStringKind(v.Type()) {
				kind = AppendDef
			}
			x.add(v, Def{Kind: kind, Expr: s.Rhs[0], Pos: s.Pos()})
			continue
		}
		x.pair(v, s.Rhs, i, len(s.Lhs), s.Pos())
		if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok && v.IsField() && len(s.Lhs) == len(s.Rhs) {
			if of := x.Variable(sel.X); of != nil {
				x.Filled[of] = append(x.Filled[of], Filled{v, s.Rhs[i]})
			}
		}
	}
}

// pair finds the value for the i-th of n variables.
func (x *Index) pair(v *types.Var, values []ast.Expr, i, n int, pos token.Pos) {
	switch {
	case len(values) == n:
		x.add(v, Def{Expr: values[i], Pos: pos})
	case len(values) == 1:
		x.add(v, Def{Expr: values[0], Kind: ResultDef, Result: i, Pos: pos})
	}
}

func (x *Index) rangeStmt(s *ast.RangeStmt) {
	for i, lhs := range []ast.Expr{s.Key, s.Value} {
		if v := x.Variable(lhs); v != nil {
			x.add(v, Def{Expr: s.X, Kind: []defKind{KeyDef, ElemDef}[i], Pos: s.Pos()})
		}
	}
}

func (x *Index) composite(lit *ast.CompositeLit) {
	st := StructOf(x.info.TypeOf(lit))
	if st == nil {
		return
	}
	for i, elt := range lit.Elts {
		field, value := FieldOf(x.info, st, i, elt)
		if field != nil {
			x.add(field, Def{Expr: value, Pos: elt.Pos()})
		}
	}
}

// Variable returns the variable, field or parameter that an expression names;
// nil if it is anything else.
func (x *Index) Variable(e ast.Expr) *types.Var {
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

func (x *Index) add(v *types.Var, d Def) {
	v = v.Origin()
	x.Defs[v] = append(x.Defs[v], d)
}

// Only returns the one value that a variable ever gets.
func (x *Index) Only(v *types.Var) (Def, bool) {
	if _, ok := x.Params[v]; ok || v == nil || v.IsField() || len(x.Defs[v]) != 1 {
		return Def{}, false
	}
	return x.Defs[v][0], true
}

// embedding is a //go:embed directive on a variable.
type embedding struct {
	dir      string
	patterns []string
}

// resolveCalls makes each argument a value of its parameter.
func (x *Index) resolveCalls() {
	for _, call := range x.Calls {
		sig := x.callee(call)
		if sig == nil {
			continue
		}
		for i, arg := range call.Args {
			last := sig.Params().Len() - 1
			switch {
			case sig.Variadic() && i >= last && !call.Ellipsis.IsValid():
				x.add(sig.Params().At(last), Def{Expr: arg, Kind: ElementDef, call: call, Pos: arg.Pos()})
			case i <= last:
				x.add(sig.Params().At(i), Def{Expr: arg, call: call, Pos: arg.Pos()})
			}
		}
	}
}

// AllCallsSeen reports whether whoever calls a function names it in a call: nobody takes
// it as a value, and it is no method that an interface may have. Of exported functions
// that is so for the calls in this package.
func (x *Index) AllCallsSeen(fn *types.Func) bool {
	if fn.Signature().Recv() != nil && (fn.Exported() || x.inInterface(fn.Name())) {
		return false
	}
	uses := 0
	for _, obj := range x.info.Uses {
		if f, ok := obj.(*types.Func); ok && f.Origin() == fn {
			uses++
		}
	}
	for _, call := range x.Calls {
		if f := x.Function(call); f != nil && f.Origin() == fn {
			uses--
		}
	}
	return uses == 0
}

// inInterface reports whether an interface of this package has a method of a name.
func (x *Index) inInterface(name string) bool {
	for _, obj := range x.info.Defs {
		m, ok := obj.(*types.Func)
		if !ok || m.Name() != name {
			continue
		}
		if recv := m.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			return true
		}
	}
	return false
}

// callee returns the signature, with the very parameters of the declaration,
// of a function in this package, or of a literal that a variable holds.
func (x *Index) callee(call *ast.CallExpr) *types.Signature {
	if fn := x.Function(call); fn != nil {
		if x.Bodies[fn] == nil {
			return nil
		}
		return fn.Signature()
	}
	lit := x.Literal(call)
	if lit == nil {
		return nil
	}
	sig, _ := x.info.TypeOf(lit).(*types.Signature)
	return sig
}

// Literal is the function literal that is called, there or as the one value of a variable; nil: it is none.
func (x *Index) Literal(call *ast.CallExpr) *ast.FuncLit {
	fun := call.Fun
	if v := x.Variable(fun); v != nil && len(x.Defs[v]) == 1 {
		fun = x.Defs[v][0].Expr
	}
	lit, _ := ast.Unparen(fun).(*ast.FuncLit)
	return lit
}

// Function returns the declared function or method that is called.
func (x *Index) Function(call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(x.info, call).(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// copying returns the maps of a call of maps.Copy.
func (x *Index) copying(call *ast.CallExpr) (to, from ast.Expr) {
	if fn := x.Function(call); fn == nil || fn.FullName() != "maps.Copy" || len(call.Args) != 2 {
		return nil, nil
	}
	return call.Args[0], call.Args[1]
}
