package pythonagents

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/survey"
)

// Agent is an agent of one of ADK's classes.
type Agent struct {
	Span diag.Span // of its class
	Runs adk.Runs
	// Texts are its instructions, and Output is the key of its answer; without a file: none.
	Texts  []diag.Span
	Output diag.Span
	// Below are those that it runs, in their order, and those that its tools call, in
	// Found.Agents; -1: one that can't be seen.
	Below []int
	// Hands are those of them that it hands over to, or runs itself.
	Hands []int
	// Root is whether a program runs it by itself, Run whether that is seen, and Prepared
	// whether code that can't be seen runs before it.
	Root, Run, Prepared bool
	// Exit is the name of a tool by which its model ends the loop around it; empty: none is
	// seen. Silent is whether the model says nothing after that.
	Exit   string
	Silent bool
	Tools  []string // the names of the functions that its model calls
	// Forgets is whether the model may not be shown what was said before.
	Forgets bool
}

func agentOf(a survey.Agent) Agent {
	agent := Agent{
		Span: diag.Span{File: a.Path, Start: a.Start, End: a.End}, Runs: a.Runs, Below: a.Below, Hands: a.Hands, Root: a.Root, Run: a.Run, Prepared: a.Prepared,
		Exit: a.Exit, Silent: a.Silent, Tools: a.Tools, Forgets: a.Forgets,
	}
	for _, l := range a.Instructions {
		agent.Texts = append(agent.Texts, diag.Span{File: l.Path, Start: l.Start, End: l.End})
	}
	if a.Output != nil {
		agent.Output = keySpan(a.Output)
	}
	return agent
}
