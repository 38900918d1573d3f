package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// emptiedOutputKey finds the output key of an agent that can end the loop around it: what the model says in that turn
// is saved under the key, too, and that is nothing, or a remark. It matters where the key is used outside of the loop:
// what reads it inside has no turn after the end.
func (f *finder) emptiedOutputKey(k *schema.Key, id string) {
	for _, e := range f.of[id] {
		loop := f.tree.loopOf(f.tree.parent[e.From])
		if e.Kind != flow.Outputs || e.Maybe || loop == "" {
			continue
		}
		exit := slices.IndexFunc(f.from[e.From], func(h flow.Edge) bool { n := f.nodes[h.To]; return n.Ends })
		outside := slices.IndexFunc(f.of[id], func(o flow.Edge) bool {
			user := f.tree.agentOf(o.From)
			if o.Kind.IsRead() {
				user = f.tree.agentOf(o.To)
			}
			return f.tree.loopOf(user) != loop
		})
		if exit < 0 || outside < 0 {
			continue
		}
		n := f.nodes[f.from[e.From][exit].To]
		f.report(check.EmptiedOutputKey, k, "let an agent without an output key end the loop; nothing is wrong if the model repeats the text then",
			[]flow.Edge{e, f.of[id][outside]}, "gets what the model says when it calls %s, or nothing, in place of what is there", diag.Quote(n.Name))
		return
	}
}
