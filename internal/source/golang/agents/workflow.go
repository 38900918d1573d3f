package agents

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/diag"
	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// node makes a unit of a node of a workflow, with the function that it runs if it has one.
func (f *finder) node(v follow.Value, call *ast.CallExpr, made framework.Made) *unit {
	name, _ := f.Follower().Text(v.With(call.Args[made.Name-1]))
	u, _ := f.unit(graph.Callback, v, name)
	if made.Run > 0 {
		f.handler(u, v.With(call.Args[made.Run-1]))
	}
	if made.What == framework.StateNode {
		f.stateParams(u, v.With(call.Args[made.Run-1]))
	}
	return u
}

// stateParams gives a unit the keys of the struct that ADK fills from the state for its function.
func (f *finder) stateParams(u *unit, fn follow.Value) {
	sig, _ := f.typeOf(fn).Underlying().(*types.Signature)
	at := fn.Pkg.Span(fn.Expr)
	for _, p := range framework.StateParams(sig) {
		u.use(graph.Use{Key: p.Key, Kind: graph.Get, Span: at, Site: at})
	}
}

// nested makes a unit of a workflow that is a node of another one.
func (f *finder) nested(v follow.Value, call *ast.CallExpr, made framework.Made) *unit {
	name, _ := f.Follower().Text(v.With(call.Args[made.Name-1]))
	u, _ := f.unit(graph.Agent, v, name)
	u.Runs = graph.InGraph
	f.workflow(u, f.Follower().Follow(v.With(call.Args[made.Config-1])))
	return u
}

// workflow gives an agent the nodes of a workflow, and these what comes after them.
func (f *finder) workflow(u *unit, terms []follow.Value) {
	w := workflow{f, u}
	for _, term := range terms {
		elems, all := f.Follower().List(term)
		if !all {
			w.open(term)
		}
		for _, e := range elems {
			w.edge(e)
		}
	}
}

// workflow is the agent or node whose edges are read.
type workflow struct {
	*finder
	unit *unit
}

func (w workflow) open(v follow.Value) { w.unit.open(v.Pkg.Span(v.Expr)) }

// edge reads an edge as it is written out, or a chain of them.
func (w workflow) edge(v follow.Value) {
	if call, ok := ast.Unparen(v.Expr).(*ast.CallExpr); ok && v.Pkg.Calls(call, framework.WorkflowChain) {
		w.chain(w.nodes(v, call), v)
		return
	}
	from, to := w.endOf(v, "From"), w.endOf(v, "To")
	if from.Expr == nil || to.Expr == nil {
		w.open(v)
		return
	}
	w.chain([]follow.Value{from, to}, v)
}

// endOf is the node that a field of an edge is given, if that is one.
func (w workflow) endOf(edge follow.Value, name string) follow.Value {
	for _, field := range edge.Fields() {
		if terms, _ := w.Follower().FieldOf(edge, field); field.Name() == name && len(terms) == 1 {
			return terms[0]
		}
	}
	return follow.Value{}
}

// chain leads from each node to the one after it.
func (w workflow) chain(nodes []follow.Value, at follow.Value) {
	var last *unit
	for _, v := range nodes {
		node := w.end(v)
		next(last, node, at.Place())
		last = node
	}
}

// nodes are the arguments of a call.
func (w workflow) nodes(v follow.Value, call *ast.CallExpr) (list []follow.Value) {
	for i, arg := range call.Args {
		if !call.Ellipsis.IsValid() || i < len(call.Args)-1 {
			list = append(list, v.With(arg))
			continue
		}
		elems, all := w.Follower().List(v.With(arg))
		if !all {
			w.open(v.With(arg))
		}
		list = append(list, elems...)
	}
	return list
}

func (w workflow) end(v follow.Value) *unit {
	n := w.only(v)
	switch {
	case n != nil:
		w.unit.part(graph.Part{Unit: &n.Unit, Kind: partKind(n), Place: v.Pkg.Span(v.Expr)})
	case !w.isStart(v):
		w.open(v)
	}
	return n
}

func (w workflow) isStart(v follow.Value) bool {
	for _, term := range w.Follower().Follow(v) {
		if x := term.Pkg.Index.Variable(term.Expr); x == nil || !framework.Has(x, framework.WorkflowStart) {
			return false
		}
	}
	return true
}

func next(from, to *unit, at diag.Span) {
	if from != nil && to != nil && from != to {
		from.part(graph.Part{Unit: &to.Unit, Kind: graph.Next, Place: at})
	}
}
