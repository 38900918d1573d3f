package statelint

import (
	"go/ast"
	"go/constant"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// addGraphs notes the keys of tRPC-Agent-Go's graph states that a package sets. The last event of a
// run has them in its state delta.
func (s *survey) addGraphs(p *flow.Package, path string) {
	note := func(state, key ast.Expr) {
		value := p.TypesInfo.Types[key].Value
		if framework.IsGraphState(p.TypesInfo.TypeOf(state)) && value != nil && value.Kind() == constant.String {
			s.graphs = append(s.graphs, useIn{keys.Use{Key: constant.StringVal(value), Kind: keys.Set, Span: p.Span(key)}, path})
		}
	}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				for _, elt := range n.Elts {
					if kv, ok := elt.(*ast.KeyValueExpr); ok {
						note(n, kv.Key)
					}
				}
			case *ast.AssignStmt:
				for _, to := range n.Lhs {
					if at, ok := ast.Unparen(to).(*ast.IndexExpr); ok {
						note(at.X, at.Index)
					}
				}
			}
			return true
		})
	}
}
