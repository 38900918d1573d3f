package units

import (
	"go/ast"
	"go/types"
	"reflect"

	"github.com/seed92179c4c/stategen/internal/diag"
	graph "github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// nodeMaker is for ADK's functions that make a node of a workflow under a name.
func nodeMaker(name string) constructor {
	switch name {
	case "workflow.NewFunctionNode", "workflow.NewEmittingFunctionNode", "workflow.NewDynamicNode",
		"workflow.NewFunctionNodeWithSchema", "workflow.NewEmittingFunctionNodeWithSchema", "workflow.NewDynamicNodeWithSchema":
		return (*finder).functionNode
	case "workflow.NewFunctionNodeFromState":
		return (*finder).stateNode
	case "workflow.NewJoinNode", "workflow.NewJoinNodeWithSchema":
		return (*finder).join
	case "workflow.NewWorkflowNode":
		return (*finder).nested
	}
	return nil
}

func (f *finder) named(kind graph.Kind, v value, call *ast.CallExpr) *unit {
	if len(call.Args) == 0 {
		return nil
	}
	name, _ := f.tracer(nil).text(v.with(call.Args[0]))
	u, _ := f.unit(kind, v, name)
	return u
}

func (f *finder) functionNode(v value, call *ast.CallExpr) *unit {
	if len(call.Args) < 2 {
		return nil
	}
	u := f.named(graph.Callback, v, call)
	f.handler(u, v.with(call.Args[1]))
	return u
}

// stateNode makes a node of a function whose parameters are a struct that ADK fills from the state.
func (f *finder) stateNode(v value, call *ast.CallExpr) *unit {
	u := f.functionNode(v, call)
	if u == nil {
		return nil
	}
	sig, _ := f.typeOf(v.with(call.Args[1])).Underlying().(*types.Signature)
	if sig == nil || sig.Params().Len() != 2 {
		return u
	}
	st := flow.StructOf(sig.Params().At(1).Type())
	if st == nil {
		return u
	}
	at := v.pkg.Span(call.Args[1])
	for i := range st.NumFields() {
		key := reflect.StructTag(st.Tag(i)).Get("state")
		if field := st.Field(i); key == "" && field.Name() != "NodeInput" {
			key = field.Name()
		}
		if st.Field(i).Exported() && key != "" && key != "node_input" {
			u.use(keys.Use{Key: key, Kind: keys.Get, Span: at, Site: at})
		}
	}
	return u
}

func (f *finder) join(v value, call *ast.CallExpr) *unit { return f.named(graph.Callback, v, call) }

// nested makes a unit of a workflow that is a node of another one.
func (f *finder) nested(v value, call *ast.CallExpr) *unit {
	if len(call.Args) < 2 {
		return nil
	}
	u := f.named(graph.Agent, v, call)
	u.Runs = graph.InGraph
	f.workflow(u, f.tracer(nil).follow(v.with(call.Args[1])))
	return u
}

// workflow gives an agent the nodes of a workflow, and these what comes after them.
func (f *finder) workflow(u *unit, terms []value) {
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

func (w workflow) open(v value) { w.unit.open(v.pkg.Span(v.expr)) }

// edges reads edges as they are written out, as a chain, joined, or built one by one.
func (w workflow) edges(v value) {
	if w.reads[v.expr]++; w.reads[v.expr] > mostReads {
		w.open(v)
		return
	}
	switch e := ast.Unparen(v.expr).(type) {
	case *ast.CompositeLit:
		if fieldsOf(v) != nil {
			w.edge(v)
			return
		}
		elems, all := w.tracer(nil).list(v)
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

func (w workflow) edgesOfCall(v value, call *ast.CallExpr) {
	fn := v.pkg.Index.Function(call)
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	switch name := framework.ADKName(object(fn)); {
	case name == "workflow.Chain":
		w.chain(w.nodes(v, call, 0), v)
	case name == "workflow.Concat", id != nil && v.pkg.IsBuiltin(id, "append"):
		for _, arg := range call.Args {
			for _, term := range w.tracer(nil).follow(v.with(arg)) {
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

func (w workflow) edge(v value) {
	var ends [2]value
	for _, field := range fieldsOf(v) {
		terms, _ := w.tracer(nil).fieldOf(v, field)
		if i := map[string]int{"From": 1, "To": 2}[field.Name()]; i > 0 && len(terms) == 1 {
			ends[i-1] = terms[0]
		}
	}
	if ends[0].expr == nil || ends[1].expr == nil {
		w.open(v)
		return
	}
	w.chain(ends[:], v)
}

// chain leads from each node to the one after it.
func (w workflow) chain(nodes []value, at value) {
	var last *unit
	for _, v := range nodes {
		node := w.node(v)
		next(last, node, at.place())
		last = node
	}
}

// nodes are the arguments of a call from one on.
func (w workflow) nodes(v value, call *ast.CallExpr, from int) (list []value) {
	for i, arg := range call.Args[min(from, len(call.Args)):] {
		if !call.Ellipsis.IsValid() || from+i < len(call.Args)-1 {
			list = append(list, v.with(arg))
			continue
		}
		elems, all := w.tracer(nil).list(v.with(arg))
		if !all {
			w.open(v.with(arg))
		}
		list = append(list, elems...)
	}
	return list
}

func (w workflow) node(v value) *unit {
	n := w.only(v)
	switch {
	case n != nil:
		w.unit.part(graph.Part{Unit: &n.Unit, Kind: partKind(n), Place: v.pkg.Span(v.expr)})
	case !w.isStart(v):
		w.open(v)
	}
	return n
}

func (w workflow) isStart(v value) bool {
	for _, term := range w.tracer(nil).follow(v) {
		if x := term.pkg.Index.Variable(term.expr); x == nil || framework.ADKName(x) != "workflow.Start" {
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
