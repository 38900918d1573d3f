package pythonagents

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/survey"
)

// MisuseKind says what is wrong with a call of what ADK has.
type MisuseKind = survey.MisuseKind

// What is wrong with a Misuse.
const (
	StateAsDict    = survey.StateAsDict    // a context's state is no dict
	KeyAsAttribute = survey.KeyAsAttribute // a context's state has no attributes for its keys
	UnknownMethod  = survey.UnknownMethod  // no session service has that method
	CreatedAgain   = survey.CreatedAgain   // create_session updates no session
	EventsDropped  = survey.EventsDropped  // what an agent's events set is not stored
	DictAsState    = survey.DictAsState    // a session's state is a dict
	StateUnstored  = survey.StateUnstored  // a service stores events without what they set
)

// Misuse is a use of a state or a session service that fails whenever it runs.
type Misuse struct {
	Span diag.Span
	Kind MisuseKind
	// There is where the session was got that is created again.
	There diag.Span
	What  string // what is asked of a state: "keys()", "len(…)", "for"; or the method
	// Sure is whether the state or the service is ADK's.
	Sure, Test bool
}

func misusesOf(found []survey.Misuse) (list []Misuse) {
	for _, m := range found {
		list = append(list, Misuse{
			Span: diag.Span{File: m.Path, Start: m.Start, End: m.End}, Kind: m.Kind, What: m.What, Sure: m.Sure, Test: python.IsTest(m.Path),
			There: diag.Span{File: m.Path, Start: m.There[0], End: m.There[1]},
		})
	}
	return list
}
