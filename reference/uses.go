package reference

import (
	"cmp"
	"slices"

	"github.com/seed92179c4c/stategen/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// Use is one that a key is put to.
type Use struct {
	By     Unit
	How    string // "writes", "merges", "shows", …
	Maybe  bool   // source doesn't prove it
	Places []Link

	kind flow.EdgeKind
}

// Unit is an agent, a tool, a callback, a prompt or a host function.
type Unit struct {
	Kind, Name string
	Of         []string // the agents that it belongs to

	id   string // of its node
	kind flow.Kind
}

var verbs = map[flow.EdgeKind]string{
	flow.Reads: "reads", flow.Shows: "shows", flow.Writes: "writes", flow.Merges: "merges",
	flow.Clears: "clears", flow.Outputs: "answers into", flow.Begins: "begins sessions with",
}

// index finds parts of a graph in one step.
type index struct {
	nodes  map[string]flow.Node
	keys   map[*schema.Key]string
	edges  map[string][]flow.Edge // of a key
	owners map[string][]string    // the agents that have a node, by ID
}

func indexOf(g *flow.Graph) index {
	x := index{map[string]flow.Node{}, map[*schema.Key]string{}, map[string][]flow.Edge{}, map[string][]string{}}
	for _, n := range g.Nodes {
		x.nodes[n.ID] = n
		if n.Kind == flow.Key {
			x.keys[n.Key] = n.ID
		}
	}
	for _, e := range g.Edges {
		switch {
		case e.Kind.IsRead():
			x.edges[e.From] = append(x.edges[e.From], e)
		case e.Kind.Changes():
			x.edges[e.To] = append(x.edges[e.To], e)
		case e.Kind == flow.Has && x.nodes[e.From].Kind == flow.Agent:
			x.owners[e.To] = append(x.owners[e.To], e.From)
		}
	}
	return x
}

// uses lists who changes a key, and who reads it.
func (b *builder) uses(key string) (changed, read []Use) {
	for _, e := range b.index.edges[key] {
		u := Use{How: verbs[e.Kind], Maybe: e.Maybe, kind: e.Kind}
		for _, p := range e.Places {
			u.Places = append(u.Places, b.place(p))
		}
		if e.Kind.IsRead() {
			u.By = b.unit(e.To)
			read = append(read, u)
		} else {
			u.By = b.unit(e.From)
			changed = append(changed, u)
		}
	}
	slices.SortStableFunc(changed, compareUses)
	slices.SortStableFunc(read, compareUses)
	return changed, read
}

// open lists what source leaves open: who uses keys that are known only at run time, and
// who has what can't be followed.
func (b *builder) open() []Use {
	var list []Use
	for _, e := range b.Graph.Edges {
		u := Use{How: verbs[e.Kind] + " a key", kind: e.Kind}
		switch {
		case b.index.nodes[e.From].Kind == flow.Unseen:
			u.By = b.unit(e.To)
		case b.index.nodes[e.To].Kind == flow.Unseen:
			u.By = b.unit(e.From)
		default:
			continue
		}
		if verbs[e.Kind] == "" {
			u.How = "has more"
		}
		for _, p := range e.Places {
			u.Places = append(u.Places, b.place(p))
		}
		list = append(list, u)
	}
	slices.SortStableFunc(list, compareUses)
	return list
}

// compareUses orders uses by what is shown: IDs of prompt files begin at the working folder.
func compareUses(a, b Use) int { return cmp.Or(compareUnits(a.By, b.By), cmp.Compare(a.How, b.How)) }

func compareUnits(a, b Unit) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.Name, b.Name))
}

func (b *builder) unit(id string) Unit {
	n := b.index.nodes[id]
	u := Unit{Kind: n.Kind.String(), Name: n.Name, id: id, kind: n.Kind}
	switch {
	case n.Kind == flow.Prompt && len(n.Places) > 0 && n.Places[0].File == n.Name:
		u.Name = b.Path(n.Name)
	}
	for _, owner := range b.index.owners[id] {
		u.Of = append(u.Of, b.index.nodes[owner].Name)
	}
	return u
}
