package flow

import (
	"go/ast"
	"go/types"
)

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
	lit, ok := ast.Unparen(call.Fun).(*ast.FuncLit)
	if v := x.Variable(call.Fun); v != nil && len(x.Defs[v]) == 1 {
		lit, ok = ast.Unparen(x.Defs[v][0].Expr).(*ast.FuncLit)
	}
	if !ok {
		return nil
	}
	sig, _ := x.info.TypeOf(lit).(*types.Signature)
	return sig
}

// Function returns the declared function or method that is called.
func (x *Index) Function(call *ast.CallExpr) *types.Func {
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

// copying returns the maps of a call of maps.Copy.
func (x *Index) copying(call *ast.CallExpr) (to, from ast.Expr) {
	if fn := x.Function(call); fn == nil || fn.FullName() != "maps.Copy" || len(call.Args) != 2 {
		return nil, nil
	}
	return call.Args[0], call.Args[1]
}
