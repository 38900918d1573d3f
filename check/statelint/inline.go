package statelint

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// inline follows a call of a function of this package to the one expression
// that it returns.
func (ev evaluator) inline(call *ast.CallExpr, fn *types.Func) text {
	result := resultOf(ev.index.bodies[fn])
	sig := fn.Signature()
	if result == nil || sig.Variadic() || len(call.Args) != sig.Params().Len() || ev.depth > maxDepth {
		return ev.hole(call)
	}
	inner := evaluator{pass: ev.pass, env: map[*types.Var]text{}, depth: ev.depth + 1, steps: ev.steps}
	for i, arg := range call.Args {
		inner.env[sig.Params().At(i)] = ev.argument(arg)
	}
	t := inner.eval(result)
	if t.onlyHole() {
		hole := ev.hole(call)
		hole[0].File = t.file()
		return hole
	}
	return t
}

// argument evaluates an argument; what isn't text is a hole.
func (ev evaluator) argument(arg ast.Expr) text {
	if framework.IsStringKind(ev.TypesInfo.TypeOf(arg)) {
		return ev.deeper().eval(arg)
	}
	return ev.hole(arg)
}

// resultOf returns what a function returns first, if that is the same
// expression always. A return of "" or nil is that of a failure.
func resultOf(d *ast.FuncDecl) ast.Expr {
	if d == nil || d.Body == nil {
		return nil
	}
	var results []ast.Expr
	for _, ret := range returns(d.Body) {
		if len(ret.Results) == 0 {
			return nil
		}
		if !isZero(ret.Results[0]) {
			results = append(results, ret.Results[0])
		}
	}
	if len(results) != 1 {
		return nil
	}
	return results[0]
}

// returns lists the return statements of a body, not those of function
// literals in it.
func returns(body ast.Node) []*ast.ReturnStmt {
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

func isZero(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return e.Value == `""` || e.Value == "``"
	case *ast.Ident:
		return e.Name == "nil"
	}
	return false
}
