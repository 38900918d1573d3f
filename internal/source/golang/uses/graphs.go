package uses

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// graphs notes the keys that the states of tRPC-Agent-Go's graphs get, by what nodes return and
// what a run begins with: the last event of the run has them in its state delta.
func (p *Scanner) graphs(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			p.graphLiteral(n)
		case *ast.IndexExpr:
			if _, isSet := p.Index.Assigned[n]; isSet && framework.IsGraphState(p.TypesInfo.TypeOf(n.X)) {
				p.graphKey(n.Index)
			}
		case *ast.CallExpr:
			if len(n.Args) == 1 && framework.TakesGraphState(p.TypesInfo.Types[n.Fun], p.Index.Function(n)) {
				p.graphMap(n.Args[0])
			}
		}
		return true
	})
}

// graphLiteral looks at a literal of a state, or of a struct with one.
func (p *Scanner) graphLiteral(lit *ast.CompositeLit) {
	t := p.TypesInfo.TypeOf(lit)
	if framework.IsGraphState(t) {
		p.graphMap(lit)
	}
	st := follow.StructOf(t)
	if st == nil {
		return
	}
	for i, elt := range lit.Elts {
		if field, value := follow.FieldOf(p.TypesInfo, st, i, elt); field != nil && framework.IsGraphState(field.Type()) {
			p.graphMap(value)
		}
	}
}

// graphMap notes the keys of a map that becomes a state.
func (p *Scanner) graphMap(e ast.Expr) {
	keys, _ := p.Follower().Keys(follow.Value{Expr: e, Pkg: p.Values})
	for _, key := range keys {
		p.graphKey(key.Expr)
	}
}

func (p *Scanner) graphKey(e ast.Expr) {
	at := p.Span(e)
	if p.OwnKey(e) || p.Accounted[at] {
		return
	}
	p.Accounted[at] = true
	p.AddUse(source.Use{Key: p.Eval(e).String(), Kind: source.Returned, Span: at, Site: at})
}
