package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
)

var builderTypes = regexp.MustCompile(`^\*?(strings\.Builder|bytes\.Buffer)$`)

// builderOf is the variable of a builder or buffer that an expression is, or points to.
func (p *Package) builderOf(e ast.Expr) *types.Var {
	if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = u.X
	}
	v := p.Index.Variable(e)
	if v == nil || !builderTypes.MatchString(types.TypeString(v.Type(), nil)) {
		return nil
	}
	return v
}

// buildersIn are the variables of the builders that a call may write to: that of its method, and
// those that it is given.
func (p *Package) buildersIn(call *ast.CallExpr) (list []*types.Var) {
	exprs := call.Args
	if sel := SelectorOf(call); sel != nil {
		exprs = append([]ast.Expr{sel.X}, exprs...)
	}
	for _, e := range exprs {
		if v := p.builderOf(e); v != nil {
			list = append(list, v)
		}
	}
	return list
}
