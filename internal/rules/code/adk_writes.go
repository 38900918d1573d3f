package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
)

// mergeThroughOf reports a merge that tools at work at the same time lose to
// each other. From is the call of Of.
func (a *adkCode) mergeThroughOf(verb *types.Func, from, call *ast.CallExpr) {
	hasFor := verb.Pkg().Scope().Lookup("For") != nil
	a.Report(project.LostMerge(a.Span(from), verb.Pkg().Name(), verb.Name(), hasFor), call)
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
