package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
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
		if key := a.Eval(call.Args[0]); key.Known() && a.Check.Key(key.String()) != nil {
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
			a.mergeThroughOf(fn, from, call)
			return nil
		}
		return a.lostInRun(from.Args[0], u.Key, call)
	}
	return nil
}
