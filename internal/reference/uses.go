package reference

import (
	"cmp"
	"slices"

	"github.com/seed92179c4c/stategen/internal/flow"
)

// Use is one that a key is put to.
type Use struct {
	By     Unit
	How    string // "writes", "merges", "shows", …
	Maybe  bool   // source doesn't prove it
	Places []Link
}

// use is what an edge says of a unit, by the ID of its node.
func (b *builder) use(unit, how string, e flow.Edge) Use {
	u := Use{By: b.unit(unit), How: how, Maybe: e.Maybe}
	for _, p := range e.Places {
		u.Places = append(u.Places, b.place(p))
	}
	return u
}

// uses lists who changes a key, and who reads it.
func (b *builder) uses(key string) (changed, read []Use) {
	for _, e := range b.index.edges[key] {
		u := b.use(userOf(e), e.Kind.Verb(), e)
		if e.Kind.IsRead() {
			read = append(read, u)
		} else {
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
		if b.index.nodes[e.From].Kind != flow.Unseen && b.index.nodes[e.To].Kind != flow.Unseen {
			continue
		}
		how := "has more"
		if verb := e.Kind.Verb(); verb != "" {
			how = verb + " a key"
		}
		e.Maybe = false // that goes without saying
		list = append(list, b.use(userOf(e), how, e))
	}
	slices.SortStableFunc(list, compareUses)
	return list
}

// compareUses orders uses by what is shown: IDs of prompt files begin at the working folder.
func compareUses(a, b Use) int { return cmp.Or(compareUnits(a.By, b.By), cmp.Compare(a.How, b.How)) }

// notSeen explains what is in Open.
const notSeen = "What is known only when the program runs, and is not counted above."
