package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

var droppedDelta = diag.Register(diag.OnGo, diag.Rule{
	ID:       "dropped-delta",
	Severity: diag.Error,
	Summary:  "a state delta is discarded, or a context that was written to",
	Why: "A delta changes nothing until an event carries it to the session service, and what is written to a context " +
		"is stored by its Commit. Without that, the writes are silently lost. So is a delta that is set on an event " +
		"of ADK's runner, which has stored the event before, and what adk.AddSessionValue sets on eino through a " +
		"context that belongs to no run.",
	Bad: "bookingstate.NewDelta().SetCity(\"Bern\").Build()\n",
	Good: "delta, err := bookingstate.NewDelta().SetCity(\"Bern\").Build()\n" +
		"event := &runtime.Event{Actions: runtime.Actions{StateDelta: delta}}\n",

	WithoutSchema: true,
})

var uncheckedCommit = diag.Register(diag.OnGo, diag.Rule{
	ID:       "unchecked-commit",
	Severity: diag.Warning,
	Summary:  "the error of a Commit is not checked",
	Why: "Commit stores what was written through a context as one event. When it fails, nothing is stored, and only " +
		"its error says so.",
	Bad:  "run.Commit(ctx, nil)\n",
	Good: "if _, err := run.Commit(ctx, nil); err != nil {\n\tpanic(err)\n}\n",
})

// Words for what is lost elsewhere.
var (
	deltaTooLate = droppedDelta.Says(
		"the runner has stored this event before: what is set in its state delta now is lost",
		"append an event of your own that has it, or set it in a callback")
	valueOutsideRuns = droppedDelta.Says("this context belongs to no run, so eino drops what is set here", giveValues)
	valueBeforeRun   = droppedDelta.Says("the run begins after this, so that it does not have what is set here",
		giveValues+"; nothing is wrong if this is for the run around it, as in a tool")
)

const giveValues = "give the run its values: Run and Query take adk.WithSessionValues"

const takeDelta = "take the result of Build, and append an event with it"

// droppedResult reports a call that only makes a change, or is the only one to
// tell whether a change was stored, and whose result nobody takes.
func (p misuse) droppedResult(e ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return
	}
	if fn := p.Index.Function(call); isMethodOf(fn, "Context") && fn.Name() == "Commit" {
		d := diag.New(uncheckedCommit, p.Span(call),
			"the error of this commit is not checked: if it fails, what was written is lost").
			WithHint("return the error, or handle it")
		p.Report(d, call)
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
	d := diag.New(droppedDelta, p.Span(call), "this state delta is dropped: nothing in it is stored").WithHint(takeDelta)
	if receiver == "Initial" {
		d = diag.New(droppedDelta, d.Span, "this initial state is dropped: no session is created with it").
			WithHint("create a session with the result of Build")
	}
	p.Report(d, call)
}

// isMethodOf reports whether a function is a method of a type of our runtime.
func isMethodOf(fn *types.Func, owner string) bool {
	return fn != nil && fn.Signature().Recv() != nil &&
		framework.RuntimeName(framework.TypeName(fn.Signature().Recv().Type())) == owner
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

// unfinished reports a variable of a delta that is never built, or of a context
// that is never committed, although things are written to it. One that gets
// out of the function is left alone.
func (p misuse) unfinished(s *ast.AssignStmt, stack []ast.Node) {
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return
	}
	call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	d := diag.New(droppedDelta, p.Span(s.Lhs[0]), "this state delta is never built: nothing in it is stored").
		WithHint(takeDelta)
	if fn := p.Index.Function(call); isMethodOf(fn, "Invocation") && fn.Name() == "Context" {
		d = diag.New(droppedDelta, d.Span, "this context is never committed: what is written to it is lost").
			WithHint("commit it, or discard it")
	} else if !p.isNewDelta(call) {
		return
	}
	v, body := p.Index.Variable(s.Lhs[0]), follow.FunctionAround(stack)
	if body == nil || !p.IsLocal(v) || v.Pos() < body.Pos() || len(p.Index.Defs[v]) != 1 {
		return
	}
	isWritten, isKept := false, false
	ast.PreorderStack(body, nil, func(n ast.Node, stack []ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.TypesInfo.Uses[id] == v {
			writes, goesOn := p.calledOn(id, stack)
			isWritten, isKept = isWritten || writes, isKept || goesOn
		}
		return true
	})
	if isWritten && !isKept {
		p.Report(d, s.Lhs[0])
	}
}

// calledOn goes up the chain of calls that begins with a delta or a context, or with generated code that is handed
// it. It reports whether one of them writes, and whether the delta or the context may go on from there, or ends
// as it should.
func (p misuse) calledOn(of ast.Expr, stack []ast.Node) (writes, goesOn bool) {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.SelectorExpr, *ast.ParenExpr:
		case *ast.CallExpr:
			isWrite, leaves := p.leaves(n)
			if !leaves {
				return writes, true
			}
			writes, of = writes || isWrite, n
		case *ast.ExprStmt:
			return writes, false
		case *ast.AssignStmt:
			t := framework.TypeName(p.TypesInfo.TypeOf(of))
			isIt := t != nil && (t.Name() == "Delta" || t.Name() == "Context")
			return writes, isIt
		case *ast.ReturnStmt:
			t := p.TypesInfo.TypeOf(of)
			return writes, t == nil || !framework.IsError(t)
		default:
			return writes, true
		}
	}
	return writes, true
}

// leaves reports whether a call leaves a delta unbuilt and a context uncommitted, and whether it writes.
func (p misuse) leaves(call *ast.CallExpr) (writes, leaves bool) {
	fn := p.Index.Function(call)
	switch {
	case fn == nil:
		return false, false
	case isMethodOf(fn, "Context"):
		isWrite := map[string]bool{
			"Set": true, "Merge": true, "SaveOutput": true,
			"Get": false, "All": false, "Invocation": false,
		}
		writes, leaves = isWrite[fn.Name()]
		return writes, leaves
	case fn.Signature().Recv() == nil:
		return false, fn.Name() == "Of" && p.IsGenerated(fn)
	case framework.ReceiverName(fn) == "Delta":
		isLast := fn.Name() == "Build" || fn.Name() == "String"
		return true, p.IsGenerated(fn) && !isLast
	}
	return len(p.writes(fn)) > 0, p.IsGenerated(fn)
}
