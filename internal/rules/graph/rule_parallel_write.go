package graph

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

var parallelWriteRule = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "parallel-write",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "agents that run at the same time write one key without a merge",
	Why: "The last one wins, and which one that is differs from run to run. Give each its own key, or the key a " +
		"merge. It is off unless `check.rules` sets it to warning or error. In the example, llm makes an LLM agent of " +
		"its name, instruction and output key.",
	Bad: "parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{Name: \"scouts\", SubAgents: []agent.Agent{\n" +
		"\tllm(\"north\", \"Look north.\", \"city\"),\n\tllm(\"south\", \"Look south.\", \"city\"),\n}}})\n",
	Good: "parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{Name: \"scouts\", " +
		"SubAgents: []agent.Agent{\n\tllm(\"north\", \"Look north.\", \"city\"),\n" +
		"\tllm(\"south\", \"Look south.\", \"plan\"),\n}}})\n",
})

var _ = find((*finder).parallelWrite)

// parallelWrite finds two agents that run at the same time and both set the key.
func (f *finder) parallelWrite(k *schema.Key, id string) {
	if k.Merge != schema.MergeLast || len(k.Params) > 0 {
		return
	}
	_, changes := f.edges(id)
	for i, a := range changes {
		for _, b := range changes[:i] {
			if !sets(a) || !sets(b) {
				continue
			}
			x, y := f.agentOf(a.From), f.agentOf(b.From)
			if group := f.order.Together(x, y); group != nil {
				hint := f.hint("give each agent its own key, or the key a merge", "give each agent its own key")
				d := f.report(parallelWriteRule, k, hint, []flow.Edge{b, a},
					"is written by agents that %s runs at the same time: the last one wins", diag.Quote(group.Name))
				if f.drafted && a.Kind == flow.Outputs && b.Kind == flow.Outputs { // whatever the model does
					d.MakeCertain()
				}
				return
			}
		}
	}
}

func sets(e flow.Edge) bool { return !e.Maybe && (e.Kind == flow.Writes || e.Kind == flow.Outputs) }
