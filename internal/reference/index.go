package reference

import (
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

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
