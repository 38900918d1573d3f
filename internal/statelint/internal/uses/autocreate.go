package uses

import (
	"go/ast"
	"go/constant"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// autoCreations notes which keys the sessions begin without that a runner of
// ADK creates itself.
func (p *Scanner) autoCreations(f *ast.File) {
	if p.Schema == nil {
		return
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if p.Calls(n, framework.InMemoryRunner) {
				p.beginsEmpty(n.Fun)
			}
		case *ast.CompositeLit:
			if framework.HasType(p.TypesInfo.TypeOf(n), framework.RunnerConfig) {
				if value := p.FieldValue(n, "AutoCreateSession"); value != nil && p.isTrue(value) {
					p.beginsEmpty(value)
				}
			}
		}
		return true
	})
}

func (p *Scanner) isTrue(e ast.Expr) bool {
	v := p.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

// beginsEmpty notes at a place that a session gets none of the values that an
// Initial gives it.
func (p *Scanner) beginsEmpty(at ast.Node) {
	for _, k := range p.Schema.Keys {
		if inEvery(k) {
			p.unset(k.Wire(), at)
		}
	}
}
