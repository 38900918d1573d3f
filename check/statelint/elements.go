package statelint

import (
	"go/ast"
)

// elements lists the elements, or the keys, of a list or map that is written
// out, there or in each value that a variable gets.
func (p *pass) elements(e ast.Expr, kind defKind, depth int) ([]ast.Expr, bool) {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return p.literalElements(lit, kind)
	}
	v := p.index.variable(e)
	if v == nil || depth > maxDepth || len(p.index.defs[v]) == 0 {
		return nil, false
	}
	var all []ast.Expr
	for _, d := range p.index.defs[v] {
		switch d.kind {
		case isElement:
			all = append(all, d.expr)
			continue
		case isValue:
			if list, ok := p.elements(d.expr, kind, depth+1); ok {
				all = append(all, list...)
				continue
			}
		}
		return nil, false
	}
	return all, true
}

func (p *pass) literalElements(lit *ast.CompositeLit, kind defKind) ([]ast.Expr, bool) {
	t := p.TypesInfo.TypeOf(lit)
	if isList(t) == (kind == isKey) {
		return nil, false // the index of a list is no text
	}
	var list []ast.Expr
	for _, elt := range lit.Elts {
		kv, keyed := elt.(*ast.KeyValueExpr)
		switch {
		case keyed && kind == isKey:
			list = append(list, kv.Key)
		case keyed:
			list = append(list, kv.Value)
		case isList(t):
			list = append(list, elt)
		}
	}
	return list, true
}
