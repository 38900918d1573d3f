package source

import "github.com/seed92179c4c/stategen/internal/diag"

// DirectStateMutation is a rule on Go and on Python.
var DirectStateMutation = diag.Register(diag.OnGo, diag.Rule{
	ID:       "direct-state-mutation",
	Severity: diag.Error,
	Summary:  "the state of a session that a service returned, or of a run's session on ADK, is written to",
	Why: "The session is a copy. A write to its state is in no event and is stored nowhere: the next " +
		"Get returns the session without it. The session of the context that ADK passes to an agent's Run is a copy too: " +
		"the rest of the run sees the write, and then it is lost. Use temp keys for that. So it is in the function of a " +
		"workflow's node: emit or return an event with the change.",
	Bad:  "resp, err := service.Get(ctx, req)\nresp.Session.State().Set(\"city\", \"Bern\")\n",
	Good: "event.Actions.StateDelta = map[string]any{\"city\": \"Bern\"}\nservice.AppendEvent(ctx, resp.Session, event)\n",

	WithoutSchema: true,
})
