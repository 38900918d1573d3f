package finding

import (
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
)

// StateUnstored is the finding about the method of a session service that stores events and not
// their deltas, whose name is as in the language.
func StateUnstored(method, delta, hint string, at diag.Span) diag.Diagnostic {
	return diag.Diagnostic{
		ID: check.UnstoredState.ID, Severity: diag.Warning, Span: at,
		Message: method + " never stores the event's " + delta + ": what tools, callbacks and output keys set is lost",
		Hint:    hint + "; nothing is wrong if something else stores it",
	}
}
