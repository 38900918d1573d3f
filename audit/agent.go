package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// Agent is one of those that a program runs.
type Agent struct {
	Runs Runs
	// Texts are its instructions, and Output is where the key of its answer is; without a
	// file: it saves none.
	Texts  []diag.Span
	Output diag.Span
	// Below are the agents that it runs, in their order, and those that its tools call, in
	// Project.Agents; -1: one that can't be seen.
	Below []int
	// Hands are those of them that its model hands over to, in the same session, as far as that is told
	// from a tool's.
	Hands []int
	// Root is whether a program runs it by itself, Run whether that is seen, and Prepared
	// whether code that can't be seen runs before it.
	Root, Run, Prepared bool
	// Exit is the name of a tool by which its model ends the loop around it; empty: none is
	// seen. Silent is whether the model says nothing after that.
	Exit   string
	Silent bool
	// Tools are the names of the others that its model calls.
	Tools []string
	// SavesAll is whether the kit saves the text of each event under the key, also that of a
	// call of a tool, which is empty. ADK for Go does, up to v2.2.0.
	SavesAll bool
	// Forgets is whether its model is not shown what was said before.
	Forgets bool
}

// AddAgents adds agents that name each other by their numbers in a list of their own.
func (p *Project) AddAgents(more []Agent) {
	before := len(p.Agents)
	for _, a := range more {
		a.Below, a.Hands = slices.Clone(a.Below), slices.Clone(a.Hands)
		for _, numbers := range [][]int{a.Below, a.Hands} {
			for i, n := range numbers {
				if n >= 0 {
					numbers[i] = n + before
				}
			}
		}
		p.Agents = append(p.Agents, a)
	}
}

// Has reports whether a place is in one of the agent's texts.
func (a Agent) Has(place diag.Span) bool {
	return slices.ContainsFunc(a.Texts, func(t diag.Span) bool { return t.File == place.File && t.Start <= place.Start && place.End <= t.End })
}

// Runs says how an agent runs those below it.
type Runs uint8

// The ways to run agents. ADK puts the values of keys into the instruction of an agent with
// a model, and only then the model may call tools and other agents.
const (
	Model Runs = iota
	Sequence
	Loop
	Parallel
)
