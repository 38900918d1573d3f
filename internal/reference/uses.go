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

	kind flow.EdgeKind
}

var verbs = map[flow.EdgeKind]string{
	flow.Reads: "reads", flow.Shows: "shows", flow.Writes: "writes", flow.Merges: "merges",
	flow.Clears: "clears", flow.Outputs: "answers into", flow.Begins: "begins sessions with",
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

// notSeen explains what is in Open.
const notSeen = "What is known only when the program runs, and is not counted above."
