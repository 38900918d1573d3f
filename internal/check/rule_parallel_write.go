package check

import "github.com/seed92179c4c/stategen/internal/diag"

var ParallelWrite = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "parallel-write",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "agents that run at the same time write one key without a merge",
	Why: "The last one wins, and which one that is differs from run to run. Give each its own key, or the key a merge. " +
		"It is off unless `check.rules` sets it to warning or error. In the example, llm makes an LLM agent of its name, instruction and output key.",
	Bad: "parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{Name: \"scouts\", SubAgents: []agent.Agent{\n" +
		"\tllm(\"north\", \"Look north.\", \"city\"),\n\tllm(\"south\", \"Look south.\", \"city\"),\n}}})\n",
	Good: "parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{Name: \"scouts\", SubAgents: []agent.Agent{\n" +
		"\tllm(\"north\", \"Look north.\", \"city\"),\n\tllm(\"south\", \"Look south.\", \"plan\"),\n}}})\n",
})
