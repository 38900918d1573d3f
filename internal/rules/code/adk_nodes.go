package code

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime"
)

// findNodes notes the contexts that the functions of workflows' nodes are given.
func (a *adkCode) findNodes() {
	for _, call := range a.Index.Calls {
		made := framework.Makes(a.Index.Function(call))
		switch {
		case made.Run == 0 || len(call.Args) < made.Run:
		case made.What == framework.StateNode:
			a.nodeParams(call.Args[made.Run-1])
		case made.What == framework.Node:
			a.node(a.Resolved(call.Args[made.Run-1]))
		}
	}
}

// node notes the context of a function of this package.
func (a *adkCode) node(fn ast.Expr) {
	f, _, ok := a.Follower().FunctionOf(follow.Value{Expr: fn, Pkg: a.Values})
	sig, _ := a.TypesInfo.TypeOf(fn).(*types.Signature)
	if !ok || sig == nil || sig.Params().Len() == 0 {
		return
	}
	if f.Decl != nil {
		sig = a.TypesInfo.Defs[f.Decl.Name].Type().(*types.Signature) // with the parameters of the declaration
	}
	a.nodes[sig.Params().At(0)] = f.Body()
}

// nodesOf returns the functions that an expression is the context of, if all are those of nodes or
// called by them alone; nil if it may be another context.
func (a *adkCode) nodesOf(ctx ast.Expr) (all []ast.Node) {
	f := a.Follower()
	f.Callers, f.Ordered = true, true
	f.Seen = func(v follow.Value) {
		if at, isParam := a.Index.Params[a.Index.Variable(v.Expr)]; isParam && at.Fn != nil {
			all = append(all, a.Index.Bodies[at.Fn])
		}
	}
	terms := f.Follow(follow.Value{Expr: ctx, Pkg: a.Values})
	if len(terms) == 0 {
		return nil
	}
	for _, t := range terms {
		in := a.nodes[a.Index.Variable(t.Expr)]
		if in == nil {
			return nil
		}
		all = append(all, in)
	}
	return all
}

// droppedByNode reports a write to the context of a node's function, raw or through For. One beside
// an event that may carry it shows it to the rest of the run.
func (a *adkCode) droppedByNode(ctx ast.Expr, key string, throughFor bool, call *ast.CallExpr) bool {
	in := a.nodesOf(ctx)
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
	if !a.isMethodOf(state, "State", framework.NodeContext) {
		return nil
	}
	return follow.SelectorOf(a.Resolved(state).(*ast.CallExpr)).X
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

var optionalParameter = diag.Register(diag.OnGo, diag.Rule{
	ID:       "optional-parameter",
	Severity: diag.Warning,
	Summary:  "a workflow's node takes an optional key from the state, and fails while it isn't set",
	Why: "ADK fails a node of NewFunctionNodeFromState if any key of its parameters is not set, whatever the type of " +
		"the field. Where an earlier node always sets the key, all is well; else read it with its getter, which tells " +
		"whether it is set.",
	Bad: "func node() {\n\tworkflow.NewFunctionNodeFromState(\"greet\", func(ctx agent.InvocationContext, p struct {\n" +
		"\t\tName string `state:\"user:name\"`\n\t}) (string, error) {\n" +
		"\t\treturn p.Name, nil\n\t}, workflow.NodeConfig{})\n}\n",
	Good: "func node() {\n\tworkflow.NewFunctionNodeFromState(\"greet\", func(ctx agent.InvocationContext, p struct {\n" +
		"\t\tCity string `state:\"city\"`\n\t}) (string, error) {\n\t\treturn p.City, nil\n\t}, workflow.NodeConfig{})\n}\n",
})

// nodeParams checks the keys of the struct that ADK fills from the state for a function of a workflow.
func (a *adkCode) nodeParams(fn ast.Expr) {
	sig, _ := a.TypesInfo.TypeOf(fn).Underlying().(*types.Signature)
	for _, p := range framework.StateParams(sig) {
		a.nodeParam(p.Field, p.Key, fn)
	}
}

func (a *adkCode) nodeParam(field *types.Var, wire string, fn ast.Expr) {
	at := fn
	if field.Pkg() == a.Pkg {
		at = &ast.Ident{NamePos: field.Pos(), Name: field.Name()}
	}
	a.AddUse(source.Use{Key: wire, Kind: source.Get, Span: a.Span(fn), Site: a.Span(fn)})
	key := a.Check.Find(wire)
	switch {
	case key == nil && !a.Check.Foreign(wire):
		d, _ := a.Check.Undeclared(wire)
		d.Span = a.Span(at)
		a.Report(d, at)
	case key != nil && key.Optional:
		d := diag.New(optionalParameter, a.Span(at), "%s is optional: ADK fails the node while it isn't set",
			diag.Key(key.Wire())).
			WithHint("read it with the generated getter, or give the key a default")
		d.Related = declaredHere(key)
		a.Report(d, at)
	}
}
