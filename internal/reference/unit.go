package reference

import (
	"cmp"

	"github.com/seed92179c4c/stategen/internal/flow"
)

// Unit is an agent, a tool, a callback, a prompt or a host function.
type Unit struct {
	Kind, Name string
	Of         []string // the agents that it belongs to

	kind flow.Kind
}

func (b *builder) unit(id string) Unit {
	n := b.index.nodes[id]
	u := Unit{Kind: n.Kind.String(), Name: n.Name, kind: n.Kind}
	if n.Kind == flow.Prompt && len(n.Places) > 0 && n.Places[0].File == n.Name {
		u.Name = b.Path(n.Name)
	}
	for _, owner := range b.index.owners[id] {
		u.Of = append(u.Of, b.index.nodes[owner].Name)
	}
	return u
}

func compareUnits(a, b Unit) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.Name, b.Name))
}
