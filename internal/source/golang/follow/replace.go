package follow

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// isRewritten reports whether a variable gets a value that is made of its value before:
// text = strings.ReplaceAll(text, "{x}", x).
func (p *Values) isRewritten(v *types.Var) bool {
	return slices.ContainsFunc(p.Index.Defs[v], func(d Def) bool {
		call, ok := ast.Unparen(d.Expr).(*ast.CallExpr)
		isWhole := d.Kind == ValueDef || d.Kind == ResultDef
		return ok && isWhole && p.takes(call, v) && p.Eval(call).OnlyHole()
	})
}

// takes reports whether a variable is one of the texts that a call is given, or one is
// made of it.
func (p *Values) takes(call *ast.CallExpr, v *types.Var) bool {
	for _, arg := range call.Args {
		if p.Index.Variable(arg) == v {
			return true
		}
		inner, ok := ast.Unparen(arg).(*ast.CallExpr)
		if ok && framework.IsStringKind(p.TypesInfo.TypeOf(inner)) && p.takes(inner, v) {
			return true
		}
	}
	return false
}
