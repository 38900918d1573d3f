package finding

import (
	"github.com/seed92179c4c/stategen/diag"
)

var unstoredState = diag.Rule{
	ID:       "unstored-state",
	Severity: diag.Warning,
	Summary:  "a session service of the project stores events, but not what they set",
	Why: "What tools and callbacks write, and the answers under output keys, are in the state deltas of events. A session service " +
		"that stores events and applies no delta gives back sessions without these keys.",
}

// StateUnstored is the finding about the method of a session service that stores events and not
// their deltas, whose name is as in the language.
func StateUnstored(method, delta, hint string, at diag.Span) diag.Diagnostic {
	return diag.Diagnostic{
		ID: unstoredState.ID, Severity: diag.Warning, Span: at,
		Message: method + " never stores the event's " + delta + ": what tools, callbacks and output keys set is lost",
		Hint:    hint + "; nothing is wrong if something else stores it",
	}
}
