package graph

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// emptiedOutputKey finds the output key of an agent that can end the loop around it: what the model says in that turn
// is saved under the key, too, and that is nothing, or a remark. It matters where the key is used outside of the loop:
// what reads it inside has no turn after the end.
func (f *finder) emptiedOutputKey(k *schema.Key, id string) {
	for _, e := range f.of[id] {
		loop := f.order.LoopAround(f.agentOf(e.From))
		if e.Kind != flow.Outputs || e.Maybe || loop == nil {
			continue
		}
		exit := slices.IndexFunc(f.from[e.From], f.ends)
		outside := slices.IndexFunc(f.of[id], func(o flow.Edge) bool {
			user := f.agentOf(o.From)
			if o.Kind.IsRead() {
				user = f.agentOf(o.To)
			}
			return f.order.Loop(user) != loop
		})
		if exit < 0 || outside < 0 {
			continue
		}
		n := f.nodes[f.from[e.From][exit].To]
		f.report(emptiedOutputKeyRule, k, "let an agent without an output key end the loop; nothing is wrong if the model repeats the text then",
			[]flow.Edge{e, f.of[id][outside]}, "gets what the model says when it calls %s, or nothing, in place of what is there", diag.Quote(n.Name))
		return
	}
}

// ends reports whether an edge leads to a tool that ends a loop.
func (f *finder) ends(e flow.Edge) bool {
	u := f.nodes[e.To].Unit
	return u != nil && u.Ends
}
