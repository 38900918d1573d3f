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
	inner := evaluator{Values: ev.Values, env: map[*types.Var]text{}, depth: ev.depth + 1, steps: ev.steps}
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
