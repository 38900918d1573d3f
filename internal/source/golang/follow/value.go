package follow

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Value is an expression with what is known of the variables in it.
type Value struct {
	Expr   ast.Expr
	Pkg    *Values
	Env    *Env
	IsList bool // it is the arguments of a variadic parameter

	part   bool         // it is one of what the expression has, or made of it
	added  bool         // it is added to the text before it
	result int          // of a call with several results
	elems  []Value      // of such a list
	held   []*types.Var // the variables that it was followed through
	listed diag.Span    // the place in the list that it is an element of
}

// With is another expression in the same place.
func (v Value) With(e ast.Expr) Value { return Value{Expr: e, Pkg: v.Pkg, Env: v.Env} }

// Place is where a value is listed, or else where it is.
func (v Value) Place() diag.Span {
	if v.listed.File != "" {
		return v.listed
	}
	return v.Pkg.Span(v.Expr)
}

// Receiver is what a method value is bound to; zero for other values.
func (v Value) Receiver() Value {
	if sel, ok := ast.Unparen(v.Expr).(*ast.SelectorExpr); ok && !v.IsList {
		return v.With(sel.X)
	}
	return Value{}
}

// Named is the function that a value names; nil: it names none.
func (v Value) Named() *types.Func {
	if v.IsList {
		return nil
	}
	e := ast.Unparen(v.Expr)
	id, _ := e.(*ast.Ident)
	if sel, ok := e.(*ast.SelectorExpr); ok {
		id = sel.Sel
	}
	fn, _ := v.Pkg.TypesInfo.Uses[id].(*types.Func)
	if fn == nil {
		return nil
	}
	return fn.Origin()
}

// Fields are those of the struct literal that a value is; nil: it is none.
func (v Value) Fields() []*types.Var {
	lit, ok := ast.Unparen(v.Expr).(*ast.CompositeLit)
	if !ok || v.IsList {
		return nil
	}
	st := StructOf(v.Pkg.TypesInfo.TypeOf(lit))
	if st == nil {
		return nil
	}
	var list []*types.Var
	for f := range st.Fields() {
		list = append(list, f.Origin())
	}
	return list
}

// Env is what a call binds parameters to.
type Env struct {
	Parent *Env
	Bound  map[*types.Var]Value
}

func (e *Env) lookup(v *types.Var) (Value, bool) {
	for ; e != nil; e = e.Parent {
		if x, ok := e.Bound[v]; ok {
			return x, true
		}
	}
	return Value{}, false
}

// ID tells what is bound apart, by places.
func (e *Env) ID() string { return e.id(0) }

func (e *Env) id(depth int) string {
	const deepest = 4
	var list []string
	for ; e != nil && depth < deepest; e = e.Parent {
		for v, x := range e.Bound {
			at := token.NoPos
			if x.Expr != nil {
				at = x.Expr.Pos()
			}
			list = append(list, fmt.Sprint(v.Pos(), " ", at, " ", x.Env.id(depth+1)))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}
