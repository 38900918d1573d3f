package flow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// inline follows a call of a function of this package to the one expression
// that it returns.
func (ev Evaluator) inline(call *ast.CallExpr, fn *types.Func) Text {
	result := ResultOf(ev.Index.Bodies[fn])
	sig := fn.Signature()
	if result == nil || sig.Variadic() || len(call.Args) != sig.Params().Len() || ev.depth > MaxDepth {
		return ev.Hole(call)
	}
	inner := Evaluator{Values: ev.Values, env: map[*types.Var]Text{}, depth: ev.depth + 1, steps: ev.steps}
	for i, arg := range call.Args {
		inner.env[sig.Params().At(i)] = ev.argument(arg)
	}
	t := inner.eval(result)
	if t.OnlyHole() {
		hole := ev.Hole(call)
		hole[0].File = t.file()
		return hole
	}
	return t
}

// argument evaluates an argument; what isn't text is a hole.
func (ev Evaluator) argument(arg ast.Expr) Text {
	if framework.IsStringKind(ev.TypesInfo.TypeOf(arg)) {
		return ev.deeper().eval(arg)
	}
	return ev.Hole(arg)
}
