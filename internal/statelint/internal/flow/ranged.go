package flow

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// valuesBeside lists what is written under each key of a map that is ranged over, where
// that is the map's own value: for k, v := range m { state.Set(k, v) }. It is nil
// otherwise.
func (p *Tracer) valuesBeside(s Sink, d Def, keys int) []ast.Expr {
	if s.Kind != framework.KeySink || d.Kind != KeyDef || p.elementsOf(s.Value) != d.Expr {
		return nil
	}
	ranged := ast.Unparen(d.Expr)
	if v := p.Index.Variable(ranged); v != nil {
		if from, ok := p.Index.Only(v); ok && from.Kind == ValueDef {
			ranged = ast.Unparen(from.Expr)
		}
	}
	lit, ok := ranged.(*ast.CompositeLit)
	if !ok || len(lit.Elts) != keys {
		return nil
	}
	var list []ast.Expr
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		list = append(list, kv.Value)
	}
	return list
}

// rangedOver returns the map whose keys and values two variables are, for k, v := range m,
// unless they are asked for something before they are used.
func (p *Tracer) rangedOver(key, value ast.Expr) ast.Expr {
	v := p.Index.Variable(key)
	d, ok := p.Index.Only(v)
	if !ok || d.Kind != KeyDef || p.elementsOf(value) != d.Expr {
		return nil
	}
	if block := p.Pkg.Scope().Innermost(key.Pos()); block == nil || block.Parent() != v.Parent() {
		return nil
	}
	return d.Expr
}

// elementsOf returns what a variable goes over the elements of; nil if it is anything else.
func (p *Tracer) elementsOf(value ast.Expr) ast.Expr {
	d, ok := p.Index.Only(p.Index.Variable(value))
	if !ok || d.Kind != ElemDef {
		return nil
	}
	return d.Expr
}
