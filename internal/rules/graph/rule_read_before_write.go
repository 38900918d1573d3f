package graph

import (
	"cmp"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
)

var readBeforeWriteRule = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "read-before-write",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a prompt or a tool needs a key that nothing is certain to have written before",
	Why: "In a sequence the first agent's prompt needs a key that an agent after it writes: the first run fails. " +
		"Where a model decides which agents and tools run, a run fails if it has not had the one run that sets what the " +
		"next needs. It is off unless `check.rules` sets it to warning or error, and runs when a check covers the whole " +
		"project; keys with a default, keys that a session begins with and keys that any other code writes are left " +
		"alone. In the example, llm makes an LLM agent of its name, instruction and output key.",
	Bad: "sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: \"trip\", " +
		"SubAgents: []agent.Agent{\n\tllm(\"planner\", \"Plan a trip to {city}.\", \"plan\"),\n" +
		"\tllm(\"asker\", \"Ask where to go.\", \"city\"),\n}}})\n",
	Good: "sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: \"trip\", " +
		"SubAgents: []agent.Agent{\n\tllm(\"asker\", \"Ask where to go.\", \"city\"),\n" +
		"\tllm(\"planner\", \"Plan a trip to {city}.\", \"plan\"),\n}}})\n",
})

var _ = find((*finder).readBeforeWrite)

// readBeforeWrite finds a prompt that needs a key of which all writers are agents that run
// after the prompt's own or at the same time, or are the agent itself, and a prompt or a tool of which
// a model decides whether they did.
func (f *finder) readBeforeWrite(k *schema.Key, id string) {
	reads, changes := f.edges(id)
	if k.Default != nil || k.Optional || len(k.Params) > 0 || k.WrittenOutside() || f.mayWrite {
		return
	}
	for _, read := range reads {
		agent := f.agentOf(read.To)
		isTool := f.kind(read.To) == flow.Tool
		if !isTool && read.Kind != flow.Shows || !read.Needed || read.Maybe || agent == nil {
			continue
		}
		reader, who := "the prompt of agent "+diag.Quote(agent.Name), ""
		if isTool {
			reader = "tool " + diag.Quote(f.nodes[read.To].Name)
		} else {
			who = f.writersAfter(agent, changes)
		}
		certain := f.drafted && f.begun && who != ""
		if who == "" {
			who = f.byChance(agent, read.To, changes)
		}
		if who == "" {
			continue
		}
		hint := f.hint("run the agent that writes it first, or give the key a default",
			"run the agent that writes it first, or mark the placeholder with ? if the key may be missing")
		d := f.report(readBeforeWriteRule, k, hint, append([]flow.Edge{read}, changes...),
			"is needed by %s, and only %s the key", reader, who)
		if certain {
			d.MakeCertain()
		} else if f.drafted {
			d.Hint += "; nothing is wrong if a client creates sessions with it"
		}
	}
}

// writersAfter says who changes a key, if all who do so are agents that run after an agent or at the same time, or its
// own answers.
func (f *finder) writersAfter(agent *source.Unit, changes []flow.Edge) (who string) {
	for _, c := range changes {
		writer := f.agentOf(c.From)
		switch {
		case c.Kind == flow.Clears:
		case f.order.Before(agent, writer):
			who = "agents after it write"
		case f.order.Together(agent, writer) != nil:
			who = cmp.Or(who, "agents beside it write")
		case c.Kind != flow.Outputs || writer != agent:
			return ""
		default:
			who = cmp.Or(who, "its own answer sets")
		}
	}
	return who
}

// byChance says who changes a key that an agent, or a tool of it, needs, if a model decides whether they do so before:
// other agents by their answers, and tools for other tools.
func (f *finder) byChance(agent *source.Unit, reader string, changes []flow.Edge) (who string) {
	for _, c := range changes {
		writer := f.agentOf(c.From)
		answers := c.Kind == flow.Outputs
		wanted := answers || f.kind(reader) == flow.Tool && f.kind(c.From) == flow.Tool
		switch {
		case c.Kind == flow.Clears || f.order.Before(agent, writer) || answers && agent == writer:
		case c.Maybe || c.Kind == flow.Begins || c.From == reader:
			return ""
		case !wanted || !f.order.Chosen(agent, writer):
			return ""
		default:
			who = "answers and tools of which a model decides whether they come before set"
		}
	}
	return who
}
