package code

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
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
	isUsed, mayStore := p.usesOf(event, loop.Body)
	if mayStore {
		return
	}
	for _, at := range p.filledDeltas(event, loop.Body) {
		p.Report(project.DeltaTooLate(p.Span(at), p.Span(loop.X), isUsed), at)
	}
}

// filledDeltas are the assignments in a place to an event's delta, or to keys of it.
func (p misuse) filledDeltas(event *types.Var, in ast.Node) (list []ast.Node) {
	ast.Inspect(in, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != len(assign.Rhs) {
			return true
		}
		for i, to := range assign.Lhs {
			if key, ok := ast.Unparen(to).(*ast.IndexExpr); ok && p.isDeltaOf(key.X, event) {
				list = append(list, key.X)
			} else if p.isDeltaOf(to, event) && !isEmptyMap(assign.Rhs[i]) {
				list = append(list, to)
			}
		}
		return true
	})
	return list
}

// isEmptyMap reports whether an expression is a map in which there is nothing yet.
func isEmptyMap(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return follow.CalledName(e) == "make"
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	}
	return follow.IsZero(e)
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

// usesOf reports whether an event is used as a whole, neither for one of its fields nor to compare it, and whether
// that may lead to a service: by what is no call of a function that is known, or appends the event.
func (p misuse) usesOf(event *types.Var, in ast.Node) (isUsed, mayStore bool) {
	ast.PreorderStack(in, nil, func(n ast.Node, stack []ast.Node) bool {
		if id, ok := n.(*ast.Ident); !ok || p.TypesInfo.Uses[id] != event {
			return true
		}
		switch user := stack[len(stack)-1].(type) {
		case *ast.SelectorExpr, *ast.BinaryExpr:
			return true
		case *ast.CallExpr:
			fn := p.Index.Function(user)
			mayStore = mayStore || fn == nil || fn.Name() == "AppendEvent"
		default:
			mayStore = true
		}
		isUsed = true
		return true
	})
	return isUsed, mayStore
}
