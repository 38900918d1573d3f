package statelint

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// assertions finds the type assertions on values of keys. Several on one
// value are judged together, since each may be there for another store.
func (p *Tracer) assertions(f *ast.File) {
	groups := map[token.Pos]*assertedRead{}
	var order []token.Pos
	add := func(x ast.Expr, typ ast.Expr) {
		r, ok := p.readOf(x, 0)
		if !ok {
			return
		}
		if groups[r.pos] == nil {
			groups[r.pos] = &assertedRead{read: r}
			order = append(order, r.pos)
		}
		g := groups[r.pos]
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
				add(switched(n), typ)
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
		s := sink{Kind: framework.KeySink, Op: framework.OpAssert, Shape: g.shapes[i], shapes: g.shapes, at: p.span(typ), quiet: true}
		if g.wrapper != nil {
			p.exportPerhaps(s, g.key, g.wrapper, g.given)
			continue
		}
		p.handler.Key(s, g.key, g.e)
	}
}

// followHoles finds what fills the unknown parts of an instruction. What can't
// be found is listed as not checked.
func (p *Tracer) followHoles(s sink, t text, e ast.Expr) {
	for _, i := range t.holes() {
		inner := sink{Kind: framework.TextSink, Op: s.Op, via: s.via, partial: s.partial || len(t) > 1, file: t[i].File}
		if v := t[i].source; v == nil || !p.push(v, inner) {
			p.handler.Unknown(inner, e)
		}
	}
}

// instruction follows what fills the unknown parts of an instruction, and tells
// the handler of it unless nothing is known of the text.
func (p *Tracer) instruction(s sink, t text, e ast.Expr) {
	p.followHoles(s, t, e)
	if !t.onlyHole() {
		p.handler.Instruction(s, t, e)
	}
}

// unseen tells of a variable that reaches a sink and is filled by nothing in
// this package: by a decoder, or by a caller that is not known. What calls an
// exported function is seen where it is called.
func (p *Tracer) unseen(v *types.Var, s sink) {
	at, isParam := p.index.params[v]
	if len(p.index.defs[v]) > 0 || isParam && at.fn != nil && at.fn.Exported() {
		return
	}
	p.handler.Unfilled(s, v)
}
