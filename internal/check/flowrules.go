package check

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// The rules that only the graph of agents and keys can tell. They are off unless
// check.rules gives them a level: what source shows of agents may not be all.
var (
	ReadBeforeWrite = diag.Register(diag.OnAgents, diag.Rule{
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
	ParallelWrite = diag.Register(diag.OnAgents, diag.Rule{
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
	EmptiedOutputKey = diag.Register(diag.OnAgents, diag.Rule{
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
	LoopWithoutReset = diag.Register(diag.OnAgents, diag.Rule{
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
	SensitiveThroughKey = diag.Register(diag.OnAgents, diag.Rule{
		ID:       "sensitive-through-key",
		Severity: diag.Warning,
		Likely:   true,
		Summary:  "a sensitive key may reach a prompt through another key",
		Why: "A function reads a sensitive key and writes one that is not sensitive and that a prompt shows. Whether the value goes along, " +
			"source doesn't tell: look at it, and mark the other key sensitive if it does. It is off unless `check.rules` sets it to warning or error. In the " +
			"example, llm makes an LLM agent of its name, instruction and output key.",
		Bad:  "passport, _ := st.Get(\"passport\")\nst.Set(\"city\", passport)\nllm(\"greeter\", \"Greet the traveller from {city}.\", \"plan\")\n",
		Good: "passport, _ := st.Get(\"passport\")\nst.Set(\"checked\", passport != nil)\nllm(\"greeter\", \"Greet the traveller from {city}.\", \"plan\")\n",
	})
)

// isFlowRule reports whether a rule is for the graph alone.
func isFlowRule(id string) bool { return diag.IsOn(diag.OnAgents, id) }

// Flow settles findings on the graph: the schema's levels, and comments in its own file.
func (c *Checker) Flow(list diag.List, own *diag.Source) diag.List {
	list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return !c.isOn(d.ID) })
	return c.suppressOf(isFlowRule, c.schema.Check.Apply(list), []*diag.Source{own})
}

// isOn reports whether the schema gives a rule a level, of one that is off otherwise.
func (c *Checker) isOn(id string) bool {
	level := c.schema.Check.Rules[id].Level
	return level != "" && level != "off"
}
