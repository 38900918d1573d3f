package flow

import (
	"go/ast"
	"go/token"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// Assertions finds the type assertions on values of keys. Several on one
// value are judged together, since each may be there for another store.
func (p *Tracer) Assertions(f *ast.File) {
	groups := map[token.Pos]*assertedRead{}
	var order []token.Pos
	checked := map[ast.Expr]bool{}
	add := func(x ast.Expr, typ ast.Expr, isChecked bool) {
		r, ok := p.readOf(x, 0)
		if !ok {
			return
		}
		if groups[r.Pos] == nil {
			groups[r.Pos] = &assertedRead{Read: r}
			order = append(order, r.Pos)
		}
		g := groups[r.Pos]
		g.types, g.checked = append(g.types, typ), append(g.checked, isChecked)
		g.shapes = append(g.shapes, p.shapeOfType(typ))
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == 2 && len(n.Rhs) == 1 {
				checked[ast.Unparen(n.Rhs[0])] = true
			}
		case *ast.ValueSpec:
			if len(n.Names) == 2 && len(n.Values) == 1 {
				checked[ast.Unparen(n.Values[0])] = true
			}
		case *ast.TypeAssertExpr:
			if n.Type != nil {
				add(n.X, n.Type, checked[n])
			}
		case *ast.TypeSwitchStmt:
			for _, typ := range caseTypes(n) {
				add(Switched(n), typ, true)
			}
		}
		return true
	})
	for _, pos := range order {
		p.asserted(groups[pos])
	}
}

func (p *Tracer) asserted(g *assertedRead) {
	for i, typ := range g.types {
		s := Sink{Kind: framework.KeySink, Op: framework.OpAssert, Shape: g.shapes[i], Shapes: g.shapes, At: p.Span(typ), Quiet: true, Checked: g.checked[i], Manner: g.Manner}
		p.handler.Key(s, g.Key, g.Expr)
	}
}
