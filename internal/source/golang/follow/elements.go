package follow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// elements lists the elements, or the keys, of a list or map that is written
// out, there or in each value that a variable gets. It reports false if there
// may be more of them.
func (p *Values) elements(e ast.Expr, kind defKind) ([]ast.Expr, bool) {
	f := p.Follower()
	f.Callers = true
	elems, all := f.items(Value{Expr: e, Pkg: p}, kind)
	var list []ast.Expr
	for _, v := range elems {
		list = append(list, v.Expr)
	}
	return list, all
}

// applyEach applies a sink to all that an index may give, of a list or map of texts that is
// written out. It reports false if it is something else.
func (p *Tracer) applyEach(s Sink, e ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || s.Kind == framework.MapSink || s.Op == framework.OpAssert {
		return false
	}
	if !holdsTexts(p.TypesInfo.TypeOf(x.X)) || p.holdsState(x.X) {
		return false
	}
	list, all := p.elements(x.X, ElemDef)
	if !all || len(list) == 0 {
		return false
	}
	for _, elem := range list {
		p.apply(s, elem)
	}
	return true
}

// holdsTexts reports whether the elements of a type are texts.
func holdsTexts(t types.Type) bool {
	if t == nil {
		return false
	}
	list, ok := t.Underlying().(interface{ Elem() types.Type })
	return ok && framework.IsStringKind(list.Elem())
}
