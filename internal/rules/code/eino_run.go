package code

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// setBeforeRun reports session values that are set through a context which belongs to no run of
// eino yet: eino drops them in silence.
func (p misuse) setBeforeRun(call *ast.CallExpr, stack []ast.Node) {
	if !framework.AddsValues(p.Index.Function(call)) || len(call.Args) == 0 {
		return
	}
	ctx, at := call.Args[0], p.Span(call.Fun)
	if p.isOutsideRuns(ctx) {
		p.Report(valueOutsideRuns.At(at), call)
	} else if run := p.runWith(ctx, stack); run != nil {
		d := valueBeforeRun.At(at)
		d.Related = []diag.Related{{Span: p.Span(run.Fun), Message: "the run begins here"}}
		d.MakeLikely()
		p.Report(d, call)
	}
}

// isOutsideRuns reports whether a context is that of a program or of a request to a server.
func (p misuse) isOutsideRuns(ctx ast.Expr) bool {
	f := p.Follower()
	f.Ordered = true
	f.Step = func(_ follow.Value, call *ast.CallExpr) (ast.Expr, bool) {
		if fn := p.Index.Function(call); fn != nil && strings.HasPrefix(fn.FullName(), "context.With") {
			return call.Args[0], false
		}
		return nil, true
	}
	terms := f.Follow(follow.Value{Expr: ctx, Pkg: p.Values})
	return len(terms) > 0 && !slices.ContainsFunc(terms, func(t follow.Value) bool {
		call, ok := t.Expr.(*ast.CallExpr)
		return !ok || !framework.BeginsContext(p.Index.Function(call))
	})
}

// runWith is the call in the same function that begins a run with a context later; nil: there is none.
func (p misuse) runWith(ctx ast.Expr, stack []ast.Node) (run *ast.CallExpr) {
	v, body := p.Index.Variable(ctx), follow.FunctionAround(stack)
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
