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

// SetOnCopy is about a write to the state of a session that a service returned.
func SetOnCopy(at diag.Span) diag.Diagnostic {
	return diag.New(DirectStateMutation, at, "this session is a copy that the service returned: what is set here is lost").
		WithHint("append an event with a state delta, or set the key through a callback's or tool's context")
}

// SetInRun is about a write of a key to the session of a run.
func SetInRun(at diag.Span, key string) diag.Diagnostic {
	d := diag.New(DirectStateMutation, at,
		"ADK doesn't store what is written to the session of a run: it is gone when the run ends").
		WithHint("yield an event with a state delta, or declare the key in the temp scope if only this run needs it")
	d.Args = []diag.Arg{diag.Key(key), {Name: "session", Value: "run"}}
	return d
}

// SetByNode is about a write to the context of a workflow's node, which fails through the generated For.
func SetByNode(at diag.Span, throughFor bool) diag.Diagnostic {
	lost := ": it is gone when the run ends"
	if throughFor {
		lost = ", so For returns an error here"
	}
	return diag.New(DirectStateMutation, at,
		"ADK drops what the function of a workflow's node writes to its context%s", lost).
		WithHint("emit or return an event with a state delta, which SetDelta makes, or write in a tool node")
}

// ChangedInPlace is about a value that is changed where it is, and not set; an empty key is not known.
func ChangedInPlace(at diag.Span, key string) diag.Diagnostic {
	const lost = "%s is changed in place, which no session stores"
	d := diag.New(DirectStateMutation, at, lost, "a value of the state")
	if key != "" {
		d = diag.New(DirectStateMutation, at, "the value of "+lost, diag.Key(key))
	}
	return d.WithHint("change a copy, and set the key to it")
}
