package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// droppedResult reports a call that only makes a change, or is the only one to
// tell whether a change was stored, and whose result nobody takes.
func (p misuse) droppedResult(e ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return
	}
	if isCommit(p.Index.Function(call)) {
		p.Report(project.CommitNotChecked(p.Span(call)), call)
		return
	}
	fn, receiver := p.GeneratedMethod(call)
	if fn == nil || receiver == "State" {
		return
	}
	isNew := receiver == "Delta" && p.isNewDelta(chainRoot(call))
	if fn.Name() != "Build" && !isNew {
		return
	}
	d := project.DeltaNotTaken(p.Span(call))
	if receiver == "Initial" {
		d = project.InitialNotTaken(d.Span)
	}
	p.Report(d, call)
}

// isCommit reports whether a function is the method that stores what was written to a context of our runtime.
func isCommit(fn *types.Func) bool {
	return fn != nil && fn.Name() == "Commit" && fn.Signature().Recv() != nil &&
		framework.RuntimeName(framework.TypeName(fn.Signature().Recv().Type())) == "Context"
}

// chainRoot is what a chain of calls begins with: a of a.b().c().
func chainRoot(e ast.Expr) ast.Expr {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return ast.Unparen(e)
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return call
		}
		if _, isCall := ast.Unparen(sel.X).(*ast.CallExpr); !isCall {
			return call
		}
		e = sel.X
	}
}

func (p misuse) isNewDelta(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := p.Index.Function(call)
	return fn != nil && fn.Name() == "NewDelta" && fn.Signature().Recv() == nil && p.IsGenerated(fn)
}
