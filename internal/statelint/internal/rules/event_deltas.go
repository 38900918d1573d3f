package rules

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// filledTooLate reports state deltas that are filled in a loop over the events of a runner,
// which has stored them by then. An event that goes on from there may be stored once more.
func (p misuse) filledTooLate(loop *ast.RangeStmt) {
	call, ok := ast.Unparen(loop.X).(*ast.CallExpr)
	event := p.Index.Variable(loop.Key)
	if !ok || event == nil || !p.Calls(call, framework.RunnerRun) {
		return
	}
	users := p.usersOf(event, loop.Body)
	if slices.ContainsFunc(users, p.mayStore) {
		return
	}
	for _, at := range p.filledDeltas(event, loop.Body) {
		p.Report(check.DeltaTooLate(p.Span(at), p.Span(loop.X), len(users) > 0), at)
	}
}

// mayStore reports whether what uses an event may lead to a service: it is no call of a function
// that is known, or appends the event.
func (p misuse) mayStore(user ast.Node) bool {
	call, ok := user.(*ast.CallExpr)
	if !ok {
		return true
	}
	fn := p.Index.Function(call)
	return fn == nil || fn.Name() == "AppendEvent"
}

// yieldedWithError reports state deltas of an event that is only made to be yielded with an
// error.
func (p misuse) yieldedWithError(call *ast.CallExpr, stack []ast.Node) {
	if _, ok := call.Fun.(*ast.Ident); !ok || p.Index.Variable(call.Fun) == nil || len(call.Args) != 2 {
		return
	}
	event := p.Index.Variable(call.Args[0])
	if event == nil || !isEvent(event.Type()) || !p.isFailure(call.Args[1], stack) {
		return
	}
	function := stack[1] // below the file
	made, ok := p.Index.Only(event)
	if !ok || made.Kind != flow.ValueDef || len(p.usersOf(event, function)) != 1 {
		return
	}
	for _, at := range append(givenDeltas(made.Expr), p.filledDeltas(event, function)...) {
		if at.Pos() > call.Pos() {
			continue
		}
		p.Report(check.DeltaWithError(p.Span(at), p.Span(call)), at)
	}
}

func isEvent(t types.Type) bool { return framework.HasType(t, framework.Event) }

// isFailure reports whether an error is a new one, a parameter, or in a branch where it is not nil.
func (p misuse) isFailure(e ast.Expr, stack []ast.Node) bool {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		fn := p.Index.Function(call)
		return fn != nil && (fn.FullName() == "fmt.Errorf" || fn.FullName() == "errors.New")
	}
	v := p.Index.Variable(e)
	if v == nil || !framework.IsError(v.Type()) {
		return false
	}
	_, isParam := p.Index.Params[v]
	return isParam || slices.ContainsFunc(stack, func(n ast.Node) bool {
		branch, ok := n.(*ast.IfStmt)
		return ok && slices.Contains(stack, ast.Node(branch.Body)) && p.isNotNil(branch.Cond, v)
	})
}

func (p misuse) isNotNil(cond ast.Expr, v *types.Var) bool {
	not, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && not.Op == token.NEQ && p.Index.Variable(not.X) == v && flow.IsZero(not.Y)
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

// givenDeltas are those that an event is made with.
func givenDeltas(event ast.Expr) (list []ast.Node) {
	for n := range ast.Preorder(event) {
		field, ok := n.(*ast.KeyValueExpr)
		if !ok || isEmptyMap(field.Value) {
			continue
		}
		if name, ok := field.Key.(*ast.Ident); ok && name.Name == "StateDelta" {
			list = append(list, name)
		}
	}
	return list
}

// isEmptyMap reports whether an expression is a map in which there is nothing yet.
func isEmptyMap(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return flow.CalledName(e) == "make"
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	}
	return flow.IsZero(e)
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

// usersOf are the nodes that use an event as a whole: neither one of its fields, nor to compare it.
func (p misuse) usersOf(event *types.Var, in ast.Node) (list []ast.Node) {
	ast.PreorderStack(in, nil, func(n ast.Node, stack []ast.Node) bool {
		if id, ok := n.(*ast.Ident); !ok || p.TypesInfo.Uses[id] != event {
			return true
		}
		user := stack[len(stack)-1]
		field, ok := user.(*ast.SelectorExpr)
		_, isCompared := user.(*ast.BinaryExpr)
		if !isCompared && !(ok && field.X == n) {
			list = append(list, user)
		}
		return true
	})
	return list
}
