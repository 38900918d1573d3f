package flow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// makesInput reports whether a literal gives another field a function that makes of this
// field's text what the model reads: then its braces are that function's.
func (p *Tracer) makesInput(lit *ast.CompositeLit, owner types.Object, field *types.Var) bool {
	other := framework.MakesInput(owner, field.Name())
	if other == "" {
		return false
	}
	value := p.FieldValue(lit, other)
	return value != nil && !p.TypesInfo.Types[value].IsNil()
}

// allValues reports whether an expression is the map of all session values that eino
// returns a copy of.
func (p *Values) allValues(e ast.Expr) bool {
	call, ok := p.Resolved(e).(*ast.CallExpr)
	return ok && framework.ReturnsValues(p.Index.Function(call))
}
