package follow

import (
	"go/ast"
	"go/types"
)

// CalledName is the last name of what is called; empty if it has none.
func CalledName(call *ast.CallExpr) string {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// SelectorOf is the selector that is called; nil if it is something else.
func SelectorOf(call *ast.CallExpr) *ast.SelectorExpr {
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return sel
}

// FunctionAround is the body of the innermost function on a stack of nodes.
func FunctionAround(stack []ast.Node) *ast.BlockStmt {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.FuncDecl:
			return n.Body
		case *ast.FuncLit:
			return n.Body
		}
	}
	return nil
}

// Parents are the nodes that those below a root are in.
func Parents(root ast.Node) map[ast.Node]ast.Node {
	parents := map[ast.Node]ast.Node{}
	ast.PreorderStack(root, nil, func(n ast.Node, stack []ast.Node) bool {
		if len(stack) > 0 {
			parents[n] = stack[len(stack)-1]
		}
		return true
	})
	return parents
}

// Returns lists the return statements of a body, not those of function
// literals in it.
func Returns(body ast.Node) []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			list = append(list, n)
		}
		return true
	})
	return list
}

// IsZero reports whether an expression is "" or nil as it is written.
func IsZero(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return e.Value == `""` || e.Value == "``"
	case *ast.Ident:
		return e.Name == "nil"
	}
	return false
}

// ResultOf returns what a function returns first, if that is the same
// expression always.
func ResultOf(d *ast.FuncDecl) ast.Expr {
	results := resultsOf(d)
	if len(results) != 1 {
		return nil
	}
	return results[0]
}

// resultsOf lists the expressions that a function may return first; nil if not all
// of them are written there. A return of "" or nil is that of a failure.
func resultsOf(d *ast.FuncDecl) []ast.Expr {
	if d == nil || d.Body == nil {
		return nil
	}
	var results []ast.Expr
	for _, ret := range Returns(d.Body) {
		if len(ret.Results) == 0 {
			return nil
		}
		if !IsZero(ret.Results[0]) {
			results = append(results, ret.Results[0])
		}
	}
	return results
}

// Switched is the expression whose type a type switch looks at.
func Switched(s *ast.TypeSwitchStmt) ast.Expr {
	var x ast.Expr
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		x = a.Rhs[0]
	case *ast.ExprStmt:
		x = a.X
	}
	if assert, ok := ast.Unparen(x).(*ast.TypeAssertExpr); ok {
		return assert.X
	}
	return x
}

func caseTypes(s *ast.TypeSwitchStmt) []ast.Expr {
	var list []ast.Expr
	for _, stmt := range s.Body.List {
		if clause, ok := stmt.(*ast.CaseClause); ok {
			list = append(list, clause.List...)
		}
	}
	return list
}

// Suits reports whether a call has an argument for each parameter. One that
// does not compile may have fewer, and so has f(g()) where g returns several.
func Suits(call *ast.CallExpr, fn *types.Func) bool {
	n := fn.Signature().Params().Len()
	return len(call.Args) >= n || fn.Signature().Variadic() && len(call.Args) == n-1
}

// FieldOf returns the field that the i-th element of a struct literal sets.
func FieldOf(info *types.Info, st *types.Struct, i int, elt ast.Expr) (*types.Var, ast.Expr) {
	if kv, ok := elt.(*ast.KeyValueExpr); ok {
		if id, ok := kv.Key.(*ast.Ident); ok {
			field, _ := info.Uses[id].(*types.Var)
			return field, kv.Value
		}
		return nil, nil
	}
	if i < st.NumFields() {
		return st.Field(i), elt
	}
	return nil, nil
}

// StructOf is the struct that a type is or points to; nil if it is none.
func StructOf(t types.Type) *types.Struct {
	if t == nil {
		return nil
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem() // an element of a []*T literal
	}
	st, _ := t.Underlying().(*types.Struct)
	return st
}
