package rules

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/runtime"
)

// nodeMakers make a node of a workflow of a function, their second argument.
var nodeMakers = []string{
	"workflow.NewFunctionNode", "workflow.NewFunctionNodeWithSchema",
	"workflow.NewEmittingFunctionNode", "workflow.NewEmittingFunctionNodeWithSchema",
	"workflow.NewDynamicNode", "workflow.NewDynamicNodeWithSchema",
}

// findNodes notes the contexts that the functions of workflows' nodes are given.
func (a *adkCode) findNodes() {
	for _, call := range a.Index.Calls {
		if len(call.Args) < 2 {
			continue
		}
		switch name := a.Callee(call); {
		case name == "workflow.NewFunctionNodeFromState":
			a.nodeParams(call.Args[1])
		case slices.Contains(nodeMakers, name):
			a.node(a.Resolved(call.Args[1]))
		}
	}
}

func (a *adkCode) node(fn ast.Expr) {
	if lit, ok := fn.(*ast.FuncLit); ok {
		a.nodeContext(a.TypesInfo.TypeOf(lit), lit)
		return
	}
	if f := a.sessions.functionValue(flow.Def{Kind: flow.ValueDef, Expr: fn}); f != nil && a.Index.Bodies[f] != nil {
		a.nodeContext(f.Type(), a.Index.Bodies[f])
	}
}

func (a *adkCode) nodeContext(t types.Type, in ast.Node) {
	if sig, ok := t.(*types.Signature); ok && sig.Params().Len() > 0 {
		a.nodes[sig.Params().At(0)] = in
	}
}

// nodesOf returns the functions that an expression is the context of, if all are those of nodes or
// called by them alone; nil if it may be another context.
func (a *adkCode) nodesOf(ctx ast.Expr, depth int) []ast.Node {
	v := a.Index.Variable(a.Resolved(ctx))
	if v == nil || depth > flow.MaxDepth {
		return nil
	}
	if in := a.nodes[v]; in != nil {
		return []ast.Node{in}
	}
	var all []ast.Node
	for _, arg := range a.sessions.given(v) {
		in := a.nodesOf(arg, depth+1)
		if in == nil {
			return nil
		}
		all = append(all, in...)
	}
	if all == nil {
		return nil
	}
	return append(all, a.Index.Bodies[a.Index.Params[v].Fn])
}

// droppedByNode reports a write to the context of a node's function, raw or through For. One beside
// an event that may carry it shows it to the rest of the run.
func (a *adkCode) droppedByNode(ctx ast.Expr, key string, throughFor bool, call *ast.CallExpr) bool {
	in := a.nodesOf(ctx, 0)
	if scope, _ := runtime.ParseKey(key); in == nil || scope == runtime.ScopeTemp {
		return false
	}
	if !throughFor && slices.ContainsFunc(in, makesEvent) {
		return true
	}
	a.Report(source.SetByNode(a.Span(call.Fun), throughFor), call)
	return true
}

// contextOf returns the context whose state an expression is, or nil.
func (a *adkCode) contextOf(state ast.Expr) ast.Expr {
	if !a.isMethodOf(state, "State", "agent.Context") {
		return nil
	}
	return flow.SelectorOf(a.Resolved(state).(*ast.CallExpr)).X
}

// makesEvent reports whether a function has to do with state deltas of events.
func makesEvent(in ast.Node) bool {
	found := false
	ast.Inspect(in, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && (id.Name == "StateDelta" || id.Name == "SetDelta")
		return !found
	})
	return found
}
