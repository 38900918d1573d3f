package flow

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// IsStateMapExpr reports whether an expression is a framework's own map of state: a
// StateDelta field, or anything of our types.
func (p *Values) IsStateMapExpr(e ast.Expr) bool {
	if name := framework.RuntimeName(framework.TypeName(p.TypesInfo.TypeOf(e))); name == "Delta" || name == "MapState" {
		return true
	}
	sel, field := p.FieldSelection(e)
	if field == nil {
		return false
	}
	kind, _ := framework.SinkOfField(p.OwnerOf(sel), field.Name())
	return kind == framework.MapSink
}

// mapOp is what a write to one of these maps is.
func (p *Values) mapOp(e ast.Expr) framework.Op {
	if sel, field := p.FieldSelection(e); field != nil {
		if kind, op := framework.SinkOfField(p.OwnerOf(sel), field.Name()); kind == framework.MapSink {
			return op
		}
	}
	return framework.OpSet
}

// holdsState reports whether an expression is a map of state, or goes over all
// keys of a state.
func (p *Values) holdsState(e ast.Expr) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "All" && p.IsState(p.TypesInfo.TypeOf(sel.X))
	}
	return p.IsStateMapExpr(e)
}
