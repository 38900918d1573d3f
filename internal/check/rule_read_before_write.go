package check

import "github.com/seed92179c4c/stategen/internal/diag"

var ReadBeforeWrite = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "read-before-write",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a prompt or a tool needs a key that nothing is certain to have written before",
	Why: "In a sequence the first agent's prompt needs a key that an agent after it writes: the first run fails. " +
		"Where a model decides which agents and tools run, a run fails if it has not had the one run that sets what the next needs. " +
		"It is off unless `check.rules` sets it to warning or error, and runs when a check covers the whole project; keys with a " +
		"default, keys that a session begins with and keys that any other code writes are left alone. " +
		"In the example, llm makes an LLM agent of its name, instruction and output key.",
	Bad: "sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: \"trip\", SubAgents: []agent.Agent{\n" +
		"\tllm(\"planner\", \"Plan a trip to {city}.\", \"plan\"),\n\tllm(\"asker\", \"Ask where to go.\", \"city\"),\n}}})\n",
	Good: "sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: \"trip\", SubAgents: []agent.Agent{\n" +
		"\tllm(\"asker\", \"Ask where to go.\", \"city\"),\n\tllm(\"planner\", \"Plan a trip to {city}.\", \"plan\"),\n}}})\n",
})
