package pythonagents

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python"
)

// MisuseKind says what is wrong with a call of what ADK has.
type MisuseKind = python.MisuseKind

// What is wrong with a Misuse.
const (
	StateAsDict   = python.StateAsDict   // a context's state is no dict
	UpdateSession = python.UpdateSession // no session service has that method
)

// Misuse is a use of a state or a session service that fails whenever it runs.
type Misuse struct {
	Span diag.Span
	Kind MisuseKind
	What string // what is asked of a state: "keys()", "len(…)", "for"
	// Sure is whether the state or the service is ADK's.
	Sure, Test bool
}

func misusesOf(found []python.Misuse) (list []Misuse) {
	for _, m := range found {
		list = append(list, Misuse{diag.Span{File: m.Path, Start: m.Start, End: m.End}, m.Kind, m.What, m.Sure, isTest(m.Path)})
	}
	return list
}
