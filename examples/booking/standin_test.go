package main

import (
	"os"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// TestStandInReadsItsInstructions takes each placeholder out of its prompt in
// turn: the conversation must change, because the model has no other way to
// know what the state holds.
func TestStandInReadsItsInstructions(t *testing.T) {
	want := playAll(t, openTest(t, inMemory), agents(t))
	tried := 0
	for _, agent := range modelAgents(agents(t)) {
		prompt, err := os.ReadFile("prompts/" + agent.name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		play := func(t *testing.T, text string) string {
			altered := agents(t)
			instruct(altered, agent.name, text)
			return playAll(t, openTest(t, inMemory), altered)
		}
		t.Run(agent.name+" as it is", func(t *testing.T) {
			if play(t, string(prompt)) != want {
				t.Error("the prompt's file and its compiled form differ")
			}
		})
		for _, placeholder := range placeholders(string(prompt)) {
			tried++
			t.Run(agent.name+" without "+placeholder, func(t *testing.T) {
				if play(t, strings.ReplaceAll(string(prompt), placeholder, "")) == want {
					t.Error("the conversation is the same")
				}
			})
		}
	}
	if tried < 15 {
		t.Errorf("only %d placeholders were found", tried)
	}
}

// grammar is how the schema says that prompts are read.
var grammar = instruction.Grammar{Dialect: instruction.ADK, Brace: true}

// instruct gives an agent a prompt other than the compiled one.
func instruct(root Agent, name, prompt string) {
	for _, agent := range modelAgents(root) {
		if agent.name == name {
			agent.instruction = func(state runtime.ReadonlyState) (string, error) {
				return instruction.Inject(prompt, state, instruction.Options{Grammar: grammar})
			}
		}
	}
}

// modelAgents finds the agents with prompts under an agent.
func modelAgents(root Agent) []*modelAgent {
	var found []*modelAgent
	var below []Agent
	switch a := root.(type) {
	case *modelAgent:
		found, below = append(found, a), a.team
	case *sequence:
		below = a.agents
	case *parallel:
		below = a.agents
	}
	for _, agent := range below {
		found = append(found, modelAgents(agent)...)
	}
	return found
}

func placeholders(prompt string) []string {
	var found []string
	for tok := range instruction.Tokens(prompt, grammar) {
		if tok.Kind == instruction.Key {
			found = append(found, tok.Text(prompt))
		}
	}
	return found
}

func TestStandInCallsOnlyToolsItIsOffered(t *testing.T) {
	req := Request{
		Instruction: "# Search\nStep of this booking: search",
		History:     []*runtime.Content{runtime.NewText(roleUser, "From Lisbon to Oslo")},
	}
	for _, c := range []struct {
		tools []Declaration
		text  string
		calls int
	}{
		{nil, "I would need a tool named search_flights for that.", 0},
		{[]Declaration{{Name: "search_flights"}}, "", 1},
	} {
		req.Tools = c.tools
		got, err := StandIn{}.Generate(t.Context(), req)
		if err != nil || got.Text() != c.text || len(functionCalls(got)) != c.calls {
			t.Errorf("%v: %+v, %v", c.tools, got, err)
		}
	}
}

func TestStandInHasNoOtherRoles(t *testing.T) {
	_, err := StandIn{}.Generate(t.Context(), Request{Instruction: "# Pilot\nFly."})
	if err == nil || err.Error() != `the stand-in model has no role for an instruction titled "Pilot"` {
		t.Error(err)
	}
}
