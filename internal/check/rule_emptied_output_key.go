package check

import "github.com/seed92179c4c/stategen/internal/diag"

var EmptiedOutputKey = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "emptied-output-key",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "an agent that ends a loop saves what it says then in place of what the loop made",
	Why: "An agent with an output key that calls a tool such as exit_loop has its turn saved like any other: " +
		"as an empty text, or as the remark that the loop is done. What it wrote the turn before is gone. " +
		"It is off unless `check.rules` sets it to warning or error. In the example, llm makes an LLM agent of its name, instruction, output key and " +
		"tools, and exitTool a tool that ends the loop.",
	Bad: "loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: \"refine\", SubAgents: []agent.Agent{\n" +
		"\tllm(\"writer\", \"Write.\", \"plan\", exitTool()),\n}}})\nllm(\"teller\", \"Tell of {plan?}.\", \"city\")\n",
	Good: "loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: \"refine\", SubAgents: []agent.Agent{\n" +
		"\tllm(\"writer\", \"Write.\", \"plan\"), llm(\"critic\", \"Judge {plan?}.\", \"\", exitTool()),\n}}})\nllm(\"teller\", \"Tell of {plan?}.\", \"city\")\n",
})
