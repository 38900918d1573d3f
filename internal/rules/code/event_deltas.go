package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// filledTooLate reports state deltas that are filled in a loop over the events of a runner,
// which has stored them by then. An event that goes on from there may be stored once more.
func (p misuse) filledTooLate(loop *ast.RangeStmt) {
	call, ok := ast.Unparen(loop.X).(*ast.CallExpr)
	event := p.Index.Variable(loop.Key)
	if !ok || event == nil || !p.Calls(call, framework.RunnerRun) {
		return
	}
	var filled []ast.Expr
	goesOn := false
	ast.PreorderStack(loop.Body, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			goesOn = goesOn || p.TypesInfo.Uses[n] == event && !isAsked(stack[len(stack)-1])
		case *ast.IndexExpr:
			if _, isSet := p.Index.Assigned[n]; isSet && p.isDeltaOf(n.X, event) {
				filled = append(filled, n.X)
			}
		}
		return true
	})
	if goesOn {
		return
	}
	for _, at := range filled {
		d := deltaTooLate.At(p.Span(at))
		d.Related = []diag.Related{{Span: p.Span(loop.X), Message: "the event comes from here"}}
		p.Report(d, at)
	}
}

// isAsked reports whether what is in an expression is asked for a field or compared there.
func isAsked(in ast.Node) bool {
	switch in.(type) {
	case *ast.SelectorExpr, *ast.BinaryExpr:
		return true
	}
	return false
}

// isDeltaOf reports whether an expression is event.Actions.StateDelta.
func (p misuse) isDeltaOf(e ast.Expr, event *types.Var) bool {
	delta, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || delta.Sel.Name != "StateDelta" {
		return false
	}
	actions, ok := ast.Unparen(delta.X).(*ast.SelectorExpr)
	return ok && p.Index.Variable(actions.X) == event
}
