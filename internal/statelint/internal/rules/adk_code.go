package rules

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
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
	return a.isMethodOf(e, "State", "agent.Context", "agent.CallbackContext", "tool.Context")
}

// isRunSession reports whether an expression is the session of a run's
// context.
func (a *adkCode) isRunSession(e ast.Expr) bool { return a.isRunSessionIn(e, 0) }

func (a *adkCode) isRunSessionIn(e ast.Expr, depth int) bool {
	id, ok := a.Resolved(e).(*ast.Ident)
	if !ok || depth > flow.MaxDepth || a.Index.Variable(id) == nil {
		return a.isMethodOf(e, "Session", "agent.Context", "agent.InvocationContext")
	}
	args := a.sessions.given(a.Index.Variable(id))
	return len(args) > 0 && !slices.ContainsFunc(args, func(arg ast.Expr) bool { return !a.isRunSessionIn(arg, depth+1) })
}

// isMethodOf reports whether an expression is the call of a method without
// arguments on one of ADK's types.
func (a *adkCode) isMethodOf(e ast.Expr, method string, owners ...string) bool {
	call, ok := a.Resolved(e).(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != method {
		return false
	}
	name := framework.ADKName(framework.TypeName(a.TypesInfo.TypeOf(sel.X)))
	for _, owner := range owners {
		if name == owner {
			return true
		}
	}
	return false
}
