package graph

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

var loopWithoutResetRule = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "loop-without-reset",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a loop tests a key that nothing resets before the next run",
	Why: "The value that ended the loop is still there when the session runs it again, and ends it at once. Clear the " +
		"key or set it before the loop, or make it a temp key. It is off unless `check.rules` sets it to warning or " +
		"error. In the example, stopIf makes an agent that ends the loop if a key is true, and setter a callback that " +
		"sets one.",
	Bad: "loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: \"refine\", SubAgents: []agent.Agent{\n" +
		"\tagentWith(setter(\"done\", true)), stopIf(\"done\"),\n}}})\n",
	Good: "loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: \"refine\", " +
		"BeforeAgentCallbacks: []agent.BeforeAgentCallback{setter(\"done\", false)}, SubAgents: []agent.Agent{\n" +
		"\tagentWith(setter(\"done\", true)), stopIf(\"done\"),\n}}})\n",
})

var _ = find((*finder).loopWithoutReset)

// loopWithoutReset finds a flag that code in a loop tests and that only the loop itself writes.
func (f *finder) loopWithoutReset(k *schema.Key, id string) {
	reads, changes := f.edges(id)
	isFlag := k.Type != nil && (k.Type.Kind == schema.Bool || k.Type.Kind == schema.Enum)
	if !isFlag || k.Scope.String() == "temp" || len(changes) == 0 || f.mayWrite {
		return
	}
	for _, read := range reads {
		kind := f.kind(read.To)
		loop := f.order.Loop(f.agentOf(read.To))
		if read.Maybe || loop == nil || kind != flow.Callback && kind != flow.Agent {
			continue
		}
		inside := true
		for _, c := range changes {
			writer := f.agentOf(c.From)
			inside = inside && c.Kind != flow.Clears && c.Kind != flow.Begins && writer != loop && f.order.Loop(writer) == loop
		}
		if inside {
			shown := append([]flow.Edge{read}, changes...)
			f.report(loopWithoutResetRule, k, "clear it before the loop, or make it a temp key", shown,
				"is tested in the loop %s, and nothing resets it before the next run", diag.Quote(loop.Name))
			return
		}
	}
}
