package check

import "github.com/seed92179c4c/stategen/internal/diag"

var DroppedDelta = diag.Register(diag.OnGo, diag.Rule{
	ID:       "dropped-delta",
	Severity: diag.Error,
	Summary:  "a state delta is discarded, or a context that was written to",
	Why: "A delta changes nothing until an event carries it to the session service, and what is written to a context " +
		"is stored by its Commit. Without that, the writes are silently lost. So is a delta that is set on an event " +
		"of ADK's runner, which has stored the event before, and one of an event that is yielded with an error, which " +
		"is a warning; and what adk.AddSessionValue sets on eino through a context that belongs to no run.",
	Bad:  "bookingstate.NewDelta().SetCity(\"Bern\").Build()\n",
	Good: "delta, err := bookingstate.NewDelta().SetCity(\"Bern\").Build()\nevent := &runtime.Event{Actions: runtime.Actions{StateDelta: delta}}\n",

	WithoutSchema: true,
})
