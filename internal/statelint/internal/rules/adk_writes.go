package rules

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
)

// mergeThroughOf reports a merge that tools at work at the same time lose to
// each other. From is the call of Of.
func (a *adkCode) mergeThroughOf(verb *types.Func, from, call *ast.CallExpr) {
	d := diag.New(check.MergeThroughOf, a.Span(from),
		"Of sees only this tool's writes, so if two tools merge at the same time, one change is lost")
	d.Hint = "write " + verb.Pkg().Name() + ".For(ctx)." + verb.Name() + "(…)"
	if verb.Pkg().Scope().Lookup("For") == nil {
		d.Hint = "add targets: [adk] to the schema, generate, and use " + verb.Pkg().Name() + ".For(ctx)"
	}
	a.Report(d, call)
}

// lostInRun returns what reports a write to the state of a run's session. A
// temp key lives as long as the run does.
func (a *adkCode) lostInRun(state ast.Expr, key string, call *ast.CallExpr) func() {
	session, ok := a.sessions.sessionOf(state)
	if !ok || !a.isRunSession(session) {
		return nil
	}
	if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeTemp {
		return nil
	}
	return func() { a.Report(source.SetInRun(a.Span(call.Fun), key), call) }
}
