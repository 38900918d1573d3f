package rules

import (
	"go/ast"
	"strings"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// setBeforeRun reports session values that are set through a context which belongs to no run of
// eino yet: eino drops them in silence.
func (p misuse) setBeforeRun(call *ast.CallExpr, stack []ast.Node) {
	if !framework.AddsValues(p.Index.Function(call)) || len(call.Args) == 0 {
		return
	}
	ctx := call.Args[0]
	if p.isOutsideRuns(ctx, 0) {
		p.Report(check.ValueOutsideRuns(p.Span(call.Fun)), call)
	} else if run := p.runWith(ctx, stack); run != nil {
		p.Report(check.ValueBeforeRun(p.Span(call.Fun), p.Span(run.Fun)), call)
	}
}

// isOutsideRuns reports whether a context is that of a program or of a request to a server.
func (p misuse) isOutsideRuns(ctx ast.Expr, depth int) bool {
	ctx = p.Resolved(ctx)
	if v := p.Index.Variable(ctx); v != nil {
		if d, ok := p.Reaching(v, ctx.Pos()); ok && d.Kind == flow.ResultDef {
			ctx = d.Expr
		}
	}
	call, ok := ast.Unparen(ctx).(*ast.CallExpr)
	if !ok || depth > flow.MaxDepth || p.Index.Function(call) == nil {
		return false
	}
	switch name := p.Index.Function(call).FullName(); {
	case name == "context.Background" || name == "context.TODO" || name == "(*net/http.Request).Context":
		return true
	case strings.HasPrefix(name, "context.With") && len(call.Args) > 0:
		return p.isOutsideRuns(call.Args[0], depth+1)
	}
	return false
}

// runWith is the call in the same function that begins a run with a context later; nil: there is none.
func (p misuse) runWith(ctx ast.Expr, stack []ast.Node) (run *ast.CallExpr) {
	v, body := p.Index.Variable(ctx), flow.FunctionAround(stack)
	if v == nil || body == nil {
		return nil
	}
	for n := range ast.Preorder(body) {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < ctx.Pos() || !framework.BeginsRun(p.Index.Function(call)) {
			continue
		}
		if len(call.Args) > 0 && p.Index.Variable(call.Args[0]) == v {
			return call
		}
	}
	return nil
}
