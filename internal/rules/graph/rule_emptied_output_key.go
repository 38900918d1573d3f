package graph

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

var emptiedOutputKeyRule = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "emptied-output-key",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "an agent that ends a loop saves what it says then in place of what the loop made",
	Why: "An agent with an output key that calls a tool such as exit_loop has its turn saved like any other: as an " +
		"empty text, or as the remark that the loop is done. What it wrote the turn before is gone. It is off unless " +
		"`check.rules` sets it to warning or error. In the example, llm makes an LLM agent of its name, instruction, " +
		"output key and tools, and exitTool a tool that ends the loop.",
	Bad: "loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: \"refine\", SubAgents: []agent.Agent{\n" +
		"\tllm(\"writer\", \"Write.\", \"plan\", exitTool()),\n}}})\nllm(\"teller\", \"Tell of {plan?}.\", \"city\")\n",
	Good: "loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: \"refine\", SubAgents: []agent.Agent{\n" +
		"\tllm(\"writer\", \"Write.\", \"plan\"), llm(\"critic\", \"Judge {plan?}.\", \"\", exitTool()),\n" +
		"}}})\nllm(\"teller\", \"Tell of {plan?}.\", \"city\")\n",
})

var _ = find((*finder).emptiedOutputKey)

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
		f.report(emptiedOutputKeyRule, k,
			"let an agent without an output key end the loop; nothing is wrong if the model repeats the text then",
			[]flow.Edge{e, f.of[id][outside]},
			"gets what the model says when it calls %s, or nothing, in place of what is there", diag.Quote(n.Name))
		return
	}
}

// ends reports whether an edge leads to a tool that ends a loop.
func (f *finder) ends(e flow.Edge) bool {
	u := f.nodes[e.To].Unit
	return u != nil && u.Ends
}
