package rules

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
)

// given returns what a function's parameter gets at all calls; nil if that is not known:
// anybody may call an exported function, or one that is handed on as a value.
func (p sessions) given(v *types.Var) []ast.Expr {
	at, ok := p.Index.Params[v]
	if !ok || at.Fn == nil || at.Fn.Exported() || at.Fn.Signature().Recv() != nil || at.Fn.Signature().Variadic() {
		return nil
	}
	uses := 0
	for _, obj := range p.TypesInfo.Uses {
		if obj == at.Fn {
			uses++
		}
	}
	var args []ast.Expr
	for _, d := range p.Index.Defs[v] {
		if d.Kind != flow.ValueDef {
			return nil
		}
		args = append(args, d.Expr)
	}
	if uses != len(args) {
		return nil
	}
	return args
}

// called returns the functions of this package that a call may be of: the one that it
// names, or all that its variable or unexported field ever holds; nil if there may be others.
func (p sessions) called(call *ast.CallExpr) (list []*types.Func) {
	if fn := p.Index.Function(call); fn != nil {
		return []*types.Func{fn}
	}
	v := p.Index.Variable(call.Fun)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		_, v = p.FieldSelection(sel)
	}
	if v == nil || v.Pkg() != p.Pkg || v.Exported() {
		return nil
	}
	for _, d := range p.Index.Defs[v.Origin()] {
		fn := p.functionValue(d)
		if fn == nil {
			return nil
		}
		list = append(list, fn)
	}
	return list
}

// functionValue is the function or method that a variable is given.
func (p sessions) functionValue(d flow.Def) *types.Func {
	if d.Kind != flow.ValueDef {
		return nil
	}
	id, _ := ast.Unparen(d.Expr).(*ast.Ident)
	if sel, ok := ast.Unparen(d.Expr).(*ast.SelectorExpr); ok {
		id = sel.Sel
	}
	if id == nil {
		return nil
	}
	fn, _ := p.TypesInfo.Uses[id].(*types.Func)
	return fn
}
