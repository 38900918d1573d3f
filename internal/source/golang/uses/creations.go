package uses

import (
	"go/ast"
	"go/constant"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime"
)

// creation notes which keys a session begins without that is created without any state: by a request,
// or by a runner of ADK itself.
func (p *Scanner) creation(n ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		if p.Calls(n, framework.InMemoryRunner) {
			p.beginsEmpty(n.Fun)
		}
		for _, arg := range n.Args {
			p.requested(arg)
		}
	case *ast.CompositeLit:
		value := p.FieldValue(n, "AutoCreateSession")
		if value != nil && framework.HasType(p.TypesInfo.TypeOf(n), framework.RunnerConfig) && p.isTrue(value) {
			p.beginsEmpty(value)
		}
	}
}

// requested looks at a request that is made for the very call that it is in.
func (p *Scanner) requested(arg ast.Expr) {
	if ref, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok {
		arg = ref.X
	}
	lit, ok := ast.Unparen(arg).(*ast.CompositeLit)
	if !ok {
		return
	}
	name := framework.TypeName(p.TypesInfo.TypeOf(lit))
	if !framework.Has(name, framework.CreateRequest) && framework.RuntimeName(name) != "CreateRequest" {
		return
	}
	if state := p.FieldValue(lit, "State"); state == nil || p.TypesInfo.Types[state].IsNil() {
		p.beginsEmpty(lit.Type)
	}
}

func (p *Scanner) isTrue(e ast.Expr) bool {
	v := p.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

// beginsEmpty notes at a place that a session gets none of the values that every Initial stores, which are those
// of no user or app.
func (p *Scanner) beginsEmpty(at ast.Node) {
	if p.Schema == nil {
		return
	}
	for _, k := range p.Schema.Keys {
		if k.Scope == runtime.ScopeSession && !k.Optional && len(k.Params) == 0 {
			p.AddUse(source.Use{Key: k.Wire(), Kind: source.Unset, Span: p.Span(at), Site: p.Span(at)})
		}
	}
}
