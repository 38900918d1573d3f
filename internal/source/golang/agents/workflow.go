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
	w := workflow{f, u, map[ast.Expr]int{}}
	for _, term := range terms {
		w.edges(term)
	}
}

// workflow is the agent or node whose edges are read.
type workflow struct {
	*finder
	unit  *unit
	reads map[ast.Expr]int // of lists of edges, which may be made of themselves
}

// mostReads is how often one list is read, each time with other arguments of functions.
const mostReads = 8

func (w workflow) open(v follow.Value) { w.unit.open(v.Pkg.Span(v.Expr)) }

// edges reads edges as they are written out, as a chain, joined, or built one by one.
func (w workflow) edges(v follow.Value) {
	if w.reads[v.Expr]++; w.reads[v.Expr] > mostReads {
		w.open(v)
		return
	}
	switch e := ast.Unparen(v.Expr).(type) {
	case *ast.CompositeLit:
		if v.Fields() != nil {
			w.edge(v)
			return
		}
		elems, all := w.Follower().List(v)
		if !all {
			w.open(v)
		}
		for _, edge := range elems {
			w.edge(edge)
		}
	case *ast.CallExpr:
		w.edgesOfCall(v, e)
	default:
		w.open(v)
	}
}

func (w workflow) edgesOfCall(v follow.Value, call *ast.CallExpr) {
	fn := v.Pkg.Index.Function(call)
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	switch {
	case framework.Has(object(fn), framework.WorkflowChain):
		w.chain(w.nodes(v, call), v)
	case framework.Has(object(fn), framework.WorkflowConcat), id != nil && v.Pkg.IsBuiltin(id, "append"):
		for _, arg := range call.Args {
			for _, term := range w.Follower().Follow(v.With(arg)) {
				w.edges(term)
			}
		}
	default:
		w.open(v)
	}
}

// object keeps a nil function from being an object that is not nil.
func object(fn *types.Func) types.Object {
	if fn == nil {
		return nil
	}
	return fn
}

func (w workflow) edge(v follow.Value) {
	var ends [2]follow.Value
	for _, field := range v.Fields() {
		terms, _ := w.Follower().FieldOf(v, field)
		if i := map[string]int{"From": 1, "To": 2}[field.Name()]; i > 0 && len(terms) == 1 {
			ends[i-1] = terms[0]
		}
	}
	if ends[0].Expr == nil || ends[1].Expr == nil {
		w.open(v)
		return
	}
	w.chain(ends[:], v)
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
