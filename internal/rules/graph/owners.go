package graph

import (
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/source"
)

// owners are the nodes that have the nodes of a graph, by ID: an agent itself, "" where several have one.
type owners map[string]string

func newOwners(g *flow.Graph) owners {
	o := owners{}
	for _, n := range g.Nodes {
		if n.Kind == flow.Agent {
			o[n.ID] = n.ID
		}
	}
	for _, e := range g.Edges {
		if e.Kind != flow.Has {
			continue
		}
		owner := e.From
		if known, ok := o[e.To]; ok && known != owner {
			owner = ""
		}
		o[e.To] = owner
	}
	return o
}

// agentOf is the one agent that a node belongs to; nil if there is none or several.
func (f *finder) agentOf(id string) *source.Unit {
	for range len(f.owners) + 1 {
		of := f.owners[id]
		if of == id || of == "" {
			return f.nodes[of].Unit
		}
		id = of
	}
	return nil
}

// order is that of the agents in a graph.
func order(g *flow.Graph) *source.Order {
	var units []*source.Unit
	for _, n := range g.Nodes {
		if n.Unit != nil {
			units = append(units, n.Unit)
		}
	}
	return source.NewOrder(units)
}
