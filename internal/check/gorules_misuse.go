package check

import "github.com/seed92179c4c/stategen/internal/diag"

// The rules on calls that compile and lose what they write.
var (
	TempAtCreate = diag.Register(diag.OnGo, diag.Rule{
		ID:       "temp-at-create",
		Severity: diag.Error,
		Summary:  "a session is created with a temp key",
		Why: "Temp keys belong to one run of an agent. No run is under way while a session is created, so a store drops " +
			"the value, and the first reader finds nothing. ADK's in-memory store keeps it forever instead, so the mistake " +
			"shows only once a database replaces it.",
		Bad:  "service.Create(ctx, &session.CreateRequest{State: map[string]any{\"temp:report\": \"none yet\"}})\n",
		Good: "service.Create(ctx, &session.CreateRequest{State: map[string]any{\"city\": \"Bern\"}})\n",

		WithoutSchema: true,
	})
	ReadModifyWrite = diag.Register(diag.OnGo, diag.Rule{
		ID:       "read-modify-write",
		Severity: diag.Warning,
		Likely:   true,
		Summary:  "a key with a merge is read, changed and set again",
		Why: "If two callers read 3 and set 4, one change is lost. A merge is applied where the value is stored, and loses " +
			"nothing: the schema declares one for this key. Inside the function of an Update, which runs again if " +
			"another write came first, this is correct and not reported.",
		Bad:  "trip := bookingstate.Of(run)\nn, _ := trip.Trips()\ntrip.SetTrips(n + 1)\n",
		Good: "bookingstate.Of(run).AddTrips(1)\n",

		WithoutSchema: true,
	})
	DroppedDelta = diag.Register(diag.OnGo, diag.Rule{
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
	UncheckedCommit = diag.Register(diag.OnGo, diag.Rule{
		ID:       "unchecked-commit",
		Severity: diag.Warning,
		Summary:  "the error of a Commit is not checked",
		Why: "Commit stores what was written through a context as one event. When it fails, nothing is stored, and only " +
			"its error says so.",
		Bad:  "run.Commit(ctx, nil)\n",
		Good: "if _, err := run.Commit(ctx, nil); err != nil {\n\tpanic(err)\n}\n",
	})
)
