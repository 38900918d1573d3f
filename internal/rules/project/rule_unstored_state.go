package project

import "github.com/seed92179c4c/stategen/internal/diag"

// UnstoredState is on session services that a project has itself.
var UnstoredState = diag.Register(diag.OnGo, diag.Rule{
	ID:       "unstored-state",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a session service of the project stores events, but not what they set",
	Why: "What tools and callbacks write, and the answers under output keys, are in the state deltas of events. A session " +
		"service that stores events and applies no delta gives back sessions without these keys.",
	Bad: "func (s *store) AppendEvent(_ context.Context, to session.Session, event *session.Event) error {\n" +
		"\treturn s.insert(to.ID(), event.Author)\n}\n",
	Good: "func (s *store) AppendEvent(_ context.Context, to session.Session, event *session.Event) error {\n" +
		"\treturn s.insert(to.ID(), event.Author, event.Actions.StateDelta)\n}\n",

	WithoutSchema: true,
})

// DeltaNotStored is about the AppendEvent method of a session service.
func DeltaNotStored(at diag.Span) diag.Diagnostic {
	return diag.New(UnstoredState, at, "AppendEvent never stores the event's StateDelta: what tools, callbacks and output keys set is lost").
		WithHint("store the keys of event.Actions.StateDelta, other than temp ones, with the session; " +
			"nothing is wrong if something else stores it")
}
