package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/runtime"
)

func (*MergesFact) AFact() {}

// decl looks at one declaration: whether a write is followed by an event is
// judged by function.
func (a *adkCode) decl(d ast.Decl) {
	var lost []func()
	ast.Inspect(d, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			a.runner(call)
			a.server(call)
			if report := a.write(call); report != nil {
				lost = append(lost, report)
			}
		}
		return true
	})
	if makesEvent(d) {
		return
	}
	for _, report := range lost {
		report()
	}
}

// write looks at a call that may write to a state. If it is lost unless an
// event carries it, that is to be reported by what is returned.
func (a *adkCode) write(call *ast.CallExpr) func() {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	fn := a.Index.Function(call)
	if !ok || fn == nil || fn.Signature().Recv() == nil {
		return nil
	}
	if fn.Name() == "Set" && framework.IsSet(fn.Signature()) && follow.Suits(call, fn) {
		// Of a key that is not declared it isn't known how long it is to live.
		if key := a.Eval(call.Args[0]); key.Known() && a.Check.Find(key.String()) != nil {
			return a.set(sel.X, key.String(), call)
		}
		return nil
	}
	for _, u := range a.accessors.Of(fn) {
		if u.Kind == source.Set || u.Kind == source.Clear {
			return a.accessor(sel, fn, u, call)
		}
	}
	return nil
}

// set looks at a write of a raw key.
func (a *adkCode) set(state ast.Expr, key string, call *ast.CallExpr) func() {
	if ctx := a.contextOf(state); ctx != nil && a.droppedByNode(ctx, key, false, call) {
		return nil
	}
	return a.lostInRun(state, key, call)
}

// accessor looks at the call of a generated setter.
func (a *adkCode) accessor(sel *ast.SelectorExpr, fn *types.Func, u accessors.Use, call *ast.CallExpr) func() {
	from, ok := a.Resolved(sel.X).(*ast.CallExpr)
	if !ok || len(from.Args) != 1 {
		return nil
	}
	source := a.Index.Function(from)
	if source == nil || source.Pkg() != fn.Pkg() || source.Signature().Recv() != nil {
		return nil
	}
	switch source.Name() {
	case "For":
		a.droppedByNode(from.Args[0], u.Key, true, call)
		if u.Merge && !sources.IsTest(a.Fset.File(call.Pos()).Name()) {
			a.merges[generatedPackage{fn.Pkg().Path(), fn.Pkg().Name()}] = true
		}
	case "Of":
		if ctx := a.contextOf(from.Args[0]); ctx != nil && a.droppedByNode(ctx, u.Key, false, call) {
			return nil
		}
		if u.Merge && a.isToolState(from.Args[0]) {
			a.lostMerge(fn, from, call)
			return nil
		}
		return a.lostInRun(from.Args[0], u.Key, call)
	}
	return nil
}

// adkCode knows where ADK loses writes: merges of parallel tools, and what is
// written to a run's session.
type adkCode struct {
	*Checker
	merges  map[generatedPackage]bool // that merge through For, in this package
	runners []runner
	nodes   map[*types.Var]ast.Node // contexts of workflows' nodes, and the functions that they are given
}

// generatedPackage is a package that stategen generated.
type generatedPackage struct{ Path, Name string }

// MergesFact says whose merges through For a package holds, its own or those
// of packages that it imports.
type MergesFact struct{ Of []generatedPackage }

// isToolState reports whether an expression is the state of the context of a
// tool or callback.
func (a *adkCode) isToolState(e ast.Expr) bool {
	return a.isMethodOf(e, "State", framework.StateContext)
}

// isRunSession reports whether an expression is the session of a run's
// context.
func (a *adkCode) isRunSession(e ast.Expr) bool {
	return a.come(e, func(t follow.Value) bool {
		return a.isMethodOf(t.Expr, "Session", framework.SessionContext)
	})
}

// isMethodOf reports whether an expression is the call of a method without
// arguments on a type of ADK.
func (a *adkCode) isMethodOf(e ast.Expr, method string, owner framework.Role) bool {
	call, ok := a.Resolved(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return false
	}
	sel := follow.SelectorOf(call)
	return sel != nil && sel.Sel.Name == method && framework.HasType(a.TypesInfo.TypeOf(sel.X), owner)
}

var mergeThroughOf = diag.Register(diag.OnGo, diag.Rule{
	ID:       "merge-through-of",
	Severity: diag.Error,
	Summary:  "a tool or callback of ADK merges through Of",
	Why: "Tools that a model calls at the same time each write a delta of their own, and ADK keeps one value per key: " +
		"of twenty that add 1, two may be counted. Through For, which the adapter for ADK has, a merge sees what the " +
		"others have written, and the plugin of the runner keeps it.",
	Bad:  "bookingstate.Of(ctx.State()).AddTrips(1)\n",
	Good: "bookingstate.For(ctx).AddTrips(1)\n",
})

// lostMerge reports a merge that tools at work at the same time lose to
// each other. From is the call of Of.
func (a *adkCode) lostMerge(verb *types.Func, from, call *ast.CallExpr) {
	d := diag.New(mergeThroughOf, a.Span(from),
		"Of sees only this tool's writes, so if two tools merge at the same time, one change is lost").
		WithHint("write %s.For(ctx).%s(…)", verb.Pkg().Name(), verb.Name())
	if verb.Pkg().Scope().Lookup("For") == nil {
		d = d.WithHint("add targets: [adk] to the schema, generate, and use %s.For(ctx)", verb.Pkg().Name())
	}
	a.Report(d, call)
}

// lostInRun returns what reports a write to the state of a run's session. A
// temp key lives as long as the run does.
func (a *adkCode) lostInRun(state ast.Expr, key string, call *ast.CallExpr) func() {
	session, ok := a.sessionOf(state)
	if !ok || !a.isRunSession(session) {
		return nil
	}
	if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeTemp {
		return nil
	}
	return func() { a.Report(source.SetInRun(a.Span(call.Fun), key), call) }
}
