package check

import "github.com/seed92179c4c/stategen/internal/diag"

var LoopWithoutReset = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "loop-without-reset",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a loop tests a key that nothing resets before the next run",
	Why: "The value that ended the loop is still there when the session runs it again, and ends it at once. Clear the key or set it before the " +
		"loop, or make it a temp key. It is off unless `check.rules` sets it to warning or error. In the example, stopIf makes an agent that ends the loop if a " +
		"key is true, and setter a callback that sets one.",
	Bad: "loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: \"refine\", SubAgents: []agent.Agent{\n" +
		"\tagentWith(setter(\"done\", true)), stopIf(\"done\"),\n}}})\n",
	Good: "loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: \"refine\", BeforeAgentCallbacks: []agent.BeforeAgentCallback{setter(\"done\", false)}, SubAgents: []agent.Agent{\n" +
		"\tagentWith(setter(\"done\", true)), stopIf(\"done\"),\n}}})\n",
})
