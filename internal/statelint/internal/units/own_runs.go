package units

import (
	"go/ast"
	"go/types"
	"slices"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// runsOf says how a group runs its agents: by the loops over them in its methods.
func (f *finder) runsOf(v flow.Value, lit *ast.CompositeLit) graph.Runs {
	runs := graph.ByCode
	for _, m := range f.methodsOf(framework.TypeName(v.Pkg.TypesInfo.TypeOf(lit))) {
		ast.PreorderStack(m.node(), nil, func(n ast.Node, around []ast.Node) bool {
			if loop, ok := n.(*ast.RangeStmt); ok {
				_, field := m.Pkg.FieldSelection(loop.X)
				if field != nil && f.own.isAgent(field.Type()) && f.own.calls(m.Pkg, loop.Body) {
					again := slices.ContainsFunc(around, func(n ast.Node) bool { _, is := n.(*ast.ForStmt); return is })
					runs = how(loop.Body, again)
				}
			}
			return true
		})
	}
	return runs
}

// isAgent reports whether a type is the interface of agents, or of a list of it.
func (o ownAgents) isAgent(t types.Type) bool {
	return t != nil && o.interfaces[elementName(t)] != nil
}

// calls reports whether a loop over agents runs one of them, rather than collect what they left
// or their names: it gives one something, or one to a function.
func (o ownAgents) calls(pkg *flow.Values, loop *ast.BlockStmt) (found bool) {
	ast.Inspect(loop, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 || pkg.TypesInfo.Types[call.Fun].IsBuiltin() {
			return true
		}
		given := call.Args
		if sel := flow.SelectorOf(call); sel != nil {
			given = append([]ast.Expr{sel.X}, given...)
		}
		found = found || slices.ContainsFunc(given, func(e ast.Expr) bool { return o.isAgent(pkg.TypesInfo.TypeOf(e)) })
		return true
	})
	return found
}

// how is how the body of a loop over agents runs one of them.
func how(loop *ast.BlockStmt, again bool) graph.Runs {
	runs := graph.InTurn
	if again {
		runs = graph.Repeatedly
	}
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.GoStmt, *ast.FuncLit:
			runs = graph.Together
		}
		return true
	})
	return runs
}
