package graph

import (
	"bytes"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
)

// Find applies the rules to a graph of all code that can use the keys. Sources are the files that
// places are in.
func Find(g *flow.Graph, sources diag.Sources) diag.List {
	f := &finder{
		drafted: g.Drafted, begun: g.Begun, order: source.NewOrder(unitsOf(g)), owners: g.Owners(), sources: sources,
		nodes: map[string]flow.Node{}, of: map[string][]flow.Edge{}, from: map[string][]flow.Edge{},
	}
	f.index(g)
	for _, n := range g.Nodes {
		if n.Kind != flow.Key || n.Key.Span.File != g.Schema && !g.Drafted {
			continue
		}
		for _, rule := range finders {
			rule(f, n.Key, n.ID)
		}
	}
	return f.list
}

// finders look at one key each, which is a node of an ID. Each rule adds its own.
var finders []func(*finder, *schema.Key, string)

func find(rule func(*finder, *schema.Key, string)) bool {
	finders = append(finders, rule)
	return true
}

type finder struct {
	drafted  bool // nobody wrote the schema
	begun    bool // all is seen that sessions begin with
	order    *source.Order
	owners   map[string]string // the agents that have a node, by IDs
	sources  diag.Sources
	nodes    map[string]flow.Node
	of, from map[string][]flow.Edge // all edges of a key, and those from a node
	mayWrite bool                   // code writes keys that are known only at run time
	list     diag.List
}

func (f *finder) index(g *flow.Graph) {
	for _, n := range g.Nodes {
		f.nodes[n.ID] = n
	}
	for _, e := range g.Edges {
		f.from[e.From] = append(f.from[e.From], e)
		f.of[e.From] = append(f.of[e.From], e)
		f.of[e.To] = append(f.of[e.To], e)
		hidden := e.Kind == flow.Has && f.kind(e.To) == flow.Unseen // a part of an agent that can't be seen
		f.mayWrite = f.mayWrite || hidden || e.Kind.Changes() && f.kind(e.To) == flow.Unseen
	}
}

// hint is what to do where keys are declared, and where nobody declares them.
func (f *finder) hint(declared, drafted string) string {
	if f.drafted {
		return drafted
	}
	return declared
}

// report reports a finding on a key, with what shows it. In a draft it is where the first of that is.
func (f *finder) report(r diag.Rule, k *schema.Key, hint string, shown []flow.Edge,
	format string, args ...any) *diag.Diagnostic {
	d := diag.New(r, k.Span, "%s "+format, append([]any{diag.Key(k.Wire())}, args...)...)
	d.Hint = hint
	for i, e := range shown {
		if len(e.Places) == 0 {
			continue
		}
		p := e.Places[0]
		src := f.sources[p.File]
		if src == nil {
			continue
		}
		at := src.Offset(diag.Position{Line: p.Line, Column: p.Column})
		place := diag.Span{File: p.File, Start: at, End: at}
		if bytes.HasPrefix(src.Text[at:], []byte(k.Wire())) {
			place.End += len(k.Wire())
		}
		if f.drafted && i == 0 {
			d.Span = place
			continue
		}
		d.Related = append(d.Related, diag.Related{Span: place, Message: f.said(e)})
	}
	f.list = append(f.list, d)
	return &f.list[len(f.list)-1]
}

func (f *finder) said(e flow.Edge) string {
	other := e.From
	if e.Kind.IsRead() {
		other = e.To
	}
	n := f.nodes[other]
	return n.Kind.String() + " " + diag.Quote(n.Name) + " " + e.Kind.Verb() + " it"
}

// edges returns the edges of a key by whether they change it.
func (f *finder) edges(id string) (reads, changes []flow.Edge) {
	for _, e := range f.of[id] {
		if e.Kind.IsRead() {
			reads = append(reads, e)
		} else if e.Kind.Changes() {
			changes = append(changes, e)
		}
	}
	return reads, changes
}

// agentOf is the one agent that a node belongs to, or is; nil if there is none or several.
func (f *finder) agentOf(id string) *source.Unit {
	if f.kind(id) == flow.Agent {
		return f.nodes[id].Unit
	}
	return f.nodes[f.owners[id]].Unit
}

func unitsOf(g *flow.Graph) (units []*source.Unit) {
	for _, n := range g.Nodes {
		if n.Unit != nil {
			units = append(units, n.Unit)
		}
	}
	return units
}

func (f *finder) kind(id string) flow.Kind {
	n := f.nodes[id]
	return n.Kind
}
