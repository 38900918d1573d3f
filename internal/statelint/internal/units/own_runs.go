package units

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/follow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// runsOf says how a group runs its agents: by the loop over them in one of its methods.
func (f *finder) runsOf(v follow.Value, lit *ast.CompositeLit) graph.Runs {
	runs := graph.ByCode
	for _, m := range f.methodsOf(framework.TypeName(v.Pkg.TypesInfo.TypeOf(lit))) {
		loops := 0
		var walk func(n ast.Node)
		walk = func(n ast.Node) {
			ast.Inspect(n, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ForStmt:
					loops++
					walk(n.Body)
					loops--
					return false
				case *ast.RangeStmt:
					_, field := m.Pkg.FieldSelection(n.X)
					if field != nil && f.own.isAgent(field.Type()) && f.own.calls(m.Pkg, n.Body) {
						runs = how(n.Body, loops > 0)
					}
				}
				return true
			})
		}
		if m.Body() != nil {
			walk(m.Body())
		}
	}
	return runs
}

// isAgent reports whether a type is the interface of agents, or of a list of it.
func (o ownAgents) isAgent(t types.Type) bool { return o.interfaces[elementName(t)] != nil }

// calls reports whether a loop over agents runs one of them, rather than collect what they left
// or their names: it gives one something, or one to a function.
func (o ownAgents) calls(pkg *flow.Values, loop *ast.BlockStmt) bool {
	found := false
	ast.Inspect(loop, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 || pkg.TypesInfo.Types[call.Fun].IsBuiltin() {
			return true
		}
		given := call.Args
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			given = append([]ast.Expr{sel.X}, given...)
		}
		found = found || slices.ContainsFunc(given, func(e ast.Expr) bool {
			t := pkg.TypesInfo.TypeOf(e)
			return t != nil && o.isAgent(t)
		})
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
		switch n := n.(type) {
		case *ast.GoStmt, *ast.FuncLit:
			runs = graph.Together
		case *ast.BranchStmt:
			if n.Tok == token.GOTO {
				runs = graph.ByCode
			}
		}
		return true
	})
	return runs
}
