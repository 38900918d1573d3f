package pythonagents

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/survey"
)

// Callback is a function that an agent has as a callback, and that doesn't take what ADK gives to
// one.
type Callback struct {
	// Span is its name, or the parameter that is wrong, and Agent where an agent gets it.
	Span, Agent diag.Span
	Kind        string // "before_agent_callback"
	Gets        []string
	// Lacks are the arguments that it doesn't take, Wants the parameters that it gets nothing for,
	// Named the one that is meant for the only argument that it lacks.
	Lacks, Wants []string
	Named        string
	// Passed is whether ** takes what it lacks, so that Named has its default each time.
	Passed, Test bool
	// Asked are the names that it looks for in what ** takes, and that ADK never gives to it, and At where.
	Asked []string
	At    []diag.Span
}

func callbackOf(c survey.Callback) Callback {
	of := Callback{
		Span:  diag.Span{File: c.Path, Start: c.Start, End: c.End},
		Agent: diag.Span{File: c.Agent.Path, Start: c.Agent.Start, End: c.Agent.End},
		Kind:  c.Kind, Gets: c.Gets, Lacks: c.Lacks, Wants: c.Wants, Named: c.Named, Passed: c.Passed, Test: python.IsTest(c.Path),
	}
	for _, a := range c.Asked {
		of.Asked, of.At = append(of.Asked, a.Name), append(of.At, diag.Span{File: c.Path, Start: a.Start, End: a.End})
	}
	return of
}
