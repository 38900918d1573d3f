package reference

import (
	"bytes"
	"slices"

	"github.com/seed92179c4c/stategen/internal/flow"
)

// mermaid draws a key between who changes it and who reads it, as Picture does, for
// Markdown. It is empty for a key that nobody uses.
func (k *Key) mermaid() string {
	if len(k.Changed)+len(k.Read) == 0 {
		return ""
	}
	n := neighbors{nodes: []flow.Node{{ID: k.node, Kind: flow.Key, Name: k.Name}}}
	n.add("changes ", k.Changed, k.node)
	n.add("reads ", k.Read, k.node)
	var out bytes.Buffer
	_ = (&flow.Graph{Nodes: n.nodes, Edges: n.edges}).Mermaid(&out) // a buffer takes all
	return out.String()
}

// neighbors is the graph of a key. Who changes and reads it is on both sides.
type neighbors struct {
	nodes []flow.Node
	edges []flow.Edge
}

func (n *neighbors) add(side string, uses []Use, key string) {
	boxes := boxesOf(uses)
	for i, u := range uses {
		by := boxes[min(i, len(boxes)-1)].By
		id := side + by.id
		if !slices.ContainsFunc(n.nodes, func(known flow.Node) bool { return known.ID == id }) {
			n.nodes = append(n.nodes, flow.Node{ID: id, Kind: by.kind, Name: by.Name})
		}
		e := flow.Edge{From: id, To: key, Kind: u.kind, Maybe: u.Maybe}
		if u.kind.IsRead() {
			e.From, e.To = e.To, e.From
		}
		n.edge(e)
	}
}

// edge adds an edge, unless it is there. What is proven once is proven.
func (n *neighbors) edge(e flow.Edge) {
	for i, known := range n.edges {
		if known.From == e.From && known.To == e.To && known.Kind == e.Kind {
			n.edges[i].Maybe = known.Maybe && e.Maybe
			return
		}
	}
	n.edges = append(n.edges, e)
}
