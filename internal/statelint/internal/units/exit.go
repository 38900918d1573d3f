package units

import (
	"go/ast"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// ends reports whether a unit is a tool that ends the loop around its agent: that of ADK, or one that sets the same
// field.
func (u *unit) ends() bool {
	if u.Kind != graph.Tool {
		return false
	}
	for _, b := range u.bodies {
		if escalates(b.fn) {
			return true
		}
	}
	return framework.EndsLoop(u.Name)
}

// escalates reports whether a function sets the field of an event's actions that ends a loop.
func escalates(fn *function) (found bool) {
	if fn.Body() == nil {
		return false
	}
	ast.Inspect(fn.Body(), func(n ast.Node) bool {
		set, ok := n.(*ast.AssignStmt)
		if !ok || len(set.Lhs) != 1 || len(set.Rhs) != 1 {
			return true
		}
		sel, x := fn.Pkg.FieldSelection(set.Lhs[0])
		value := fn.Pkg.TypesInfo.Types[set.Rhs[0]].Value
		if x == nil || x.Name() != "Escalate" || value == nil {
			return true
		}
		found = found || value.String() == "true" && framework.Has(fn.Pkg.OwnerOf(sel), framework.EventActions)
		return true
	})
	return found
}
