package finding

import "github.com/seed92179c4c/stategen/diag"

var missingAwait = diag.Rule{
	ID:       "missing-await",
	Severity: diag.Error,
	Summary:  "nothing waits for a call of a Python session service",
	Why: "The methods of session services are coroutines since ADK 1.0 for Python. Without await they never run: no session " +
		"is created, and what they return has no state.",
}

// Unawaited is the finding about a call of a session service for which nothing waits; used is
// where the result is used as a session, if it is. It is certain with ADK 1.0 and later.
func Unawaited(method string, at diag.Span, used *diag.Span, certain bool) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: missingAwait.ID, Severity: diag.Warning, Span: at,
		Message: "nothing waits for " + method + ", so it never runs",
		Hint:    "write await before it, or asyncio.run(…) around it in a function that is not async",
	}
	if used != nil {
		d.Message = method + " returns a coroutine here, which is no session: nothing waits for it"
		if method == "list_sessions" {
			d.Message = method + " returns a coroutine here, which has no sessions: nothing waits for it"
		}
		d.Related = []diag.Related{{Span: *used, Message: "it is used as a session here"}}
	}
	if certain {
		d.Severity = diag.Error
	} else {
		d.Hint += "; nothing is wrong with ADK before 1.0, or with a service that is not ADK's"
	}
	return d
}
