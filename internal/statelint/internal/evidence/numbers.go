package evidence

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// clauseType is the type that a case of a type switch tells of. A float32
// never comes out of JSON: who asks for one means a fraction, unless it is
// made an integer at once.
func (r *reader) clauseType(v *types.Var, t types.Type) types.Type {
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.Float32 && r.onlyConverted(v, framework.IsInteger) {
		return types.Typ[types.Float64]
	}
	return t
}

// makesFloats reports whether a type switch that takes floats turns the whole
// numbers that it takes beside them into floats.
func (r *reader) makesFloats(stmt *ast.TypeSwitchStmt) bool {
	whole, fraction := 0, 0
	for _, s := range stmt.Body.List {
		v, ok := r.TypesInfo.Implicits[s].(*types.Var)
		if !ok || len(s.(*ast.CaseClause).List) != 1 {
			continue
		}
		switch t := v.Type(); {
		case framework.IsInteger(t) && r.onlyConverted(v, framework.IsFloat):
			whole++
		case framework.IsInteger(t) || framework.IsFloat(t) && r.onlyConverted(v, framework.IsInteger):
			return false
		case framework.IsFloat(t):
			fraction++
		}
	}
	return whole > 0 && fraction > 0
}

// onlyConverted reports whether a variable is only ever used as the argument
// of a conversion to a type that suits.
func (r *reader) onlyConverted(v *types.Var, suits func(types.Type) bool) bool {
	for _, id := range r.uses[v] {
		p, _ := r.parent(id)
		call, ok := p.(*ast.CallExpr)
		if !ok {
			return false
		}
		if tv := r.TypesInfo.Types[call.Fun]; !tv.IsType() || !suits(tv.Type) {
			return false
		}
	}
	return len(r.uses[v]) > 0
}
