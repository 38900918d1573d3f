package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

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
	return a.sessions.come(e, func(t follow.Value) bool {
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
