package project

import "github.com/seed92179c4c/stategen/internal/diag"

var DroppedDelta = diag.Register(diag.OnGo, diag.Rule{
	ID:       "dropped-delta",
	Severity: diag.Error,
	Summary:  "a state delta is discarded, or a context that was written to",
	Why: "A delta changes nothing until an event carries it to the session service, and what is written to a context " +
		"is stored by its Commit. Without that, the writes are silently lost. So is a delta that is set on an event " +
		"of ADK's runner, which has stored the event before, and what adk.AddSessionValue sets on eino through a " +
		"context that belongs to no run.",
	Bad: "bookingstate.NewDelta().SetCity(\"Bern\").Build()\n",
	Good: "delta, err := bookingstate.NewDelta().SetCity(\"Bern\").Build()\n" +
		"event := &runtime.Event{Actions: runtime.Actions{StateDelta: delta}}\n",

	WithoutSchema: true,
})

// DeltaNotTaken is about a delta that is built for nothing, InitialNotTaken about an initial state.
func DeltaNotTaken(at diag.Span) diag.Diagnostic {
	return diag.New(DroppedDelta, at, "this state delta is dropped: nothing in it is stored").WithHint(takeDelta)
}

func InitialNotTaken(at diag.Span) diag.Diagnostic {
	return diag.New(DroppedDelta, at, "this initial state is dropped: no session is created with it").
		WithHint("create a session with the result of Build")
}

const takeDelta = "take the result of Build, and append an event with it"

// DeltaNotBuilt is about a delta that things are written to, ContextNotCommitted about a context.
func DeltaNotBuilt(at diag.Span) diag.Diagnostic {
	return diag.New(DroppedDelta, at, "this state delta is never built: nothing in it is stored").WithHint(takeDelta)
}

func ContextNotCommitted(at diag.Span) diag.Diagnostic {
	return diag.New(DroppedDelta, at, "this context is never committed: what is written to it is lost").
		WithHint("commit it, or discard it")
}

// DeltaTooLate is about a delta of an event that a runner has stored.
func DeltaTooLate(at, from diag.Span) diag.Diagnostic {
	d := diag.New(DroppedDelta, at, "the runner has stored this event before: what is set in its state delta now is lost").
		WithHint("append an event of your own that has it, or set it in a callback")
	d.Related = []diag.Related{{Span: from, Message: "the event comes from here"}}
	return d
}

const giveValues = "give the run its values: Run and Query take adk.WithSessionValues"

// ValueOutsideRuns is about eino's session values that are set through a context of no run.
func ValueOutsideRuns(at diag.Span) diag.Diagnostic {
	return diag.New(DroppedDelta, at, "this context belongs to no run, so eino drops what is set here").
		WithHint(giveValues)
}

// ValueBeforeRun is about those that are set before a run begins.
func ValueBeforeRun(at, run diag.Span) diag.Diagnostic {
	d := diag.New(DroppedDelta, at, "the run begins after this, so that it does not have what is set here").
		WithHint(giveValues + "; nothing is wrong if this is for the run around it, as in a tool")
	d.Related = []diag.Related{{Span: run, Message: "the run begins here"}}
	d.MakeLikely()
	return d
}
