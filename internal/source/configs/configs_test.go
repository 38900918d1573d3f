package configs_test

import (
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/schema/load"
)

const root = `name: trip
agent_class: SequentialAgent
sub_agents:
  - config_path: agents/asker.yaml
  - name: both
    agent_class: google.adk.agents.ParallelAgent
    sub_agents:
      - {name: north, instruction: "Look north of {city}.", output_key: plan}
      - &south
        name: south
        instruction: |
          Look south.
          Not {plan?}.
        output_key: done
  - *south
  - config_path: agents/gone.yaml
  - code: trip.agents.planner
`

const asker = `name: asker
description: Asks.
instruction: Ask where to go.
global_instruction: Be kind to {name}.
output_key: city
sub_agents: [{config_path: ../root_agent.yaml}]
`

// notes have texts that belong to no agent.
const notes = `- {name: note, instruction: "Remember {plan}."}
- name: only a name
- instruction: "In {city}."
---
name: broken
instruction: "See {done}."
sub_agents: {config_path: 1}
other: [
`

func graph(t *testing.T, files ...*diag.Source) *flow.Graph {
	t.Helper()
	const text = "version: 1\nkeys: {city: \"string?\", plan: \"string?\", done: \"string?\", name: string}\n"
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(text), nil })
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	sources := diag.Sources{}
	for _, f := range files {
		sources[f.Name] = f
	}
	c := prompt.New(r.Schema)
	found, _ := configs.Read(c.UsesIn, files)
	facts := flow.Facts{Units: found.Units, Sources: sources}
	for _, text := range found.Texts {
		facts.Prompts = append(facts.Prompts, c.UsesIn(text)...)
	}
	facts.Prompts = slices.DeleteFunc(facts.Prompts, func(use source.Use) bool { return isIn(found.Units, use) })
	return flow.Build(r.Schema, facts)
}

// isIn reports whether a use is one of some units.
func isIn(units []*source.Unit, use source.Use) bool {
	return slices.ContainsFunc(units, func(u *source.Unit) bool {
		return slices.ContainsFunc(u.Uses, func(known source.Use) bool { return known.Span == use.Span })
	})
}

func edges(g *flow.Graph) []string {
	var list []string
	for _, e := range g.Edges {
		at := ""
		if len(e.Places) > 0 {
			at = e.Places[0].File
		}
		list = append(list, e.From+" "+e.Kind.String()+" "+e.To+" "+at)
	}
	return list
}

// TestTree reads agents of several files, one of which leads back to the first.
func TestTree(t *testing.T) {
	g := graph(t, diag.NewSource("p/root_agent.yaml", []byte(root)), diag.NewSource("p/agents/asker.yaml", []byte(asker)))
	want := []string{
		"agent:asker output key:city p/agents/asker.yaml",
		"agent:asker has prompt:asker (global) p/agents/asker.yaml",
		"agent:asker sub-agent agent:trip p/agents/asker.yaml",
		"agent:both sub-agent agent:north p/root_agent.yaml",
		"agent:both sub-agent agent:south p/root_agent.yaml",
		"agent:north output key:plan p/root_agent.yaml",
		"agent:north has prompt:north p/root_agent.yaml",
		"agent:south output key:done p/root_agent.yaml",
		"agent:south has prompt:south p/root_agent.yaml",
		"agent:trip has unseen: p/root_agent.yaml",
		"agent:trip sub-agent agent:both p/root_agent.yaml",
		"agent:trip sub-agent agent:south p/root_agent.yaml",
		"agent:trip sub-agent agent:asker p/root_agent.yaml",
		"key:city prompt prompt:north p/root_agent.yaml",
		"key:name prompt prompt:asker (global) p/agents/asker.yaml",
		"key:plan prompt prompt:south p/root_agent.yaml",
	}
	if got := edges(g); !slices.Equal(got, want) {
		t.Errorf("got:\n%q\nwant:\n%q", got, want)
	}
	for id, runs := range map[string]source.Runs{"agent:trip": source.InTurn, "agent:both": source.Together, "agent:asker": source.ByModel} {
		if n, _ := g.Find(id); n.Unit.Runs != runs || n.Places[0].Line == 0 {
			t.Errorf("%s runs as %s, at %v", id, n.Unit.Runs, n.Places)
		}
	}
}

// TestTools leaves open the tools and callbacks in code that configurations name, and those without a name; tools of
// ADK use no keys.
func TestTools(t *testing.T) {
	const tools = `name: desk
instruction: "In {city}."
tools:
  - name: google_search
  - name: trip.tools.book
  - name: LongRunningFunctionTool
    args: {func: trip.tools.approve}
  - name: AgentTool
    args: {agent: {config_path: asker.yaml}}
  - name: AgentTool
    args: {agent: {name: inline, output_key: plan}}
  - trip.tools.cancel
  - {type: mcp}
before_agent_callbacks: [{name: trip.hooks.greet}]
after_tool_callbacks:
sub_agents: [{name: other, agent_class: LlmAgent, tools: [{name: trip.tools.book}, {name: google_search}], before_model_callbacks: none}]
`
	g := graph(t, diag.NewSource("desk.yaml", []byte(tools)), diag.NewSource("asker.yaml", []byte("name: asker\noutput_key: city\n")))
	want := []string{
		"agent:asker output key:city asker.yaml",
		"agent:desk has unseen: desk.yaml",
		"agent:desk sub-agent agent:inline desk.yaml",
		"agent:desk sub-agent agent:other desk.yaml",
		"agent:desk has prompt:desk desk.yaml",
		"agent:desk sub-agent agent:asker desk.yaml",
		"agent:inline output key:plan desk.yaml",
		"agent:other has unseen: desk.yaml",
		"key:city prompt prompt:desk desk.yaml",
	}
	if got := edges(g); !slices.Equal(got, want) {
		t.Errorf("got:\n%q\nwant:\n%q", got, want)
	}
}

// TestNoAgents leaves a text that belongs to no agent with its file, and reads what is not valid
// YAML as far as it goes.
func TestNoAgents(t *testing.T) {
	g := graph(t, diag.NewSource("notes.yaml", []byte(notes)))
	want := []string{
		"key:city prompt prompt:notes.yaml notes.yaml",
		"key:plan prompt prompt:notes.yaml notes.yaml",
	}
	if got := edges(g); !slices.Equal(got, want) {
		t.Errorf("got:\n%q\nwant:\n%q", got, want)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{root, asker, notes, "name: x\ntools: &t [*t, {name: *t}, {args: {agent: {config_path: x, sub_agents: *t}}}]\noutput_key: k", "&a [*a]", "name: &n x\nsub_agents: &l [*l, {name: *n, sub_agents: *l}]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		graph(t, diag.NewSource("root_agent.yaml", []byte(text)))
	})
}
