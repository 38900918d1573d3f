package flow

import (
	"go/ast"
	"go/token"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// Assertions finds the type assertions on values of keys. Several on one
// value are judged together, since each may be there for another store.
func (p *Tracer) Assertions(f *ast.File) {
	groups := map[token.Pos]*assertedRead{}
	var order []token.Pos
	add := func(x ast.Expr, typ ast.Expr) {
		r, ok := p.readOf(x, 0)
		if !ok {
			return
		}
		if groups[r.Pos] == nil {
			groups[r.Pos] = &assertedRead{Read: r}
			order = append(order, r.Pos)
		}
		g := groups[r.Pos]
		g.types = append(g.types, typ)
		g.shapes = append(g.shapes, p.shapeOfType(typ))
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil {
				add(n.X, n.Type)
			}
		case *ast.TypeSwitchStmt:
			for _, typ := range caseTypes(n) {
				add(Switched(n), typ)
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
		s := Sink{Kind: framework.KeySink, Op: framework.OpAssert, Shape: g.shapes[i], Shapes: g.shapes, At: p.Span(typ), Quiet: true}
		if g.Wrapper != nil {
			p.exportConditional(s, g.Key, g.Wrapper, g.given)
			continue
		}
		p.handler.Key(s, g.Key, g.Expr)
	}
}
