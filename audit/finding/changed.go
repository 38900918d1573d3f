package finding

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// ChangedInPlace is the finding about a value of the state that is changed where it is; key: empty
// if it isn't known. It is certain without a doubt, which says when nothing is wrong.
func ChangedInPlace(key string, at diag.Span, doubt string) diag.Diagnostic {
	what := "a value of the state"
	if key != "" {
		what = "the value of " + diag.Quote(key)
	}
	return likelyUnless(diag.Diagnostic{
		ID: "direct-state-mutation", Severity: diag.Error, Span: at,
		Message: what + " is changed in place, which no session stores",
		Hint:    "change a copy, and set the key to it",
	}, doubt == "", doubt)
}

// SetInRun is the finding about a key that is set in the session of a run.
func SetInRun(at diag.Span) diag.Diagnostic {
	return diag.Diagnostic{
		ID: "direct-state-mutation", Severity: diag.Warning, Span: at,
		Message: notStored + " what is written to the session of a run: it is gone when the run ends",
		Hint:    "yield an event with a state delta, or set the key through a callback's or tool's context; nothing is wrong if only this run needs it",
	}
}

// notStored is how that begins, also in the words of a check of Go.
const notStored = "ADK doesn't store"

// IsInRun reports whether a finding is about a key that is set in the session of a run.
func IsInRun(d diag.Diagnostic) bool {
	return d.ID == "direct-state-mutation" && strings.HasPrefix(d.Message, notStored)
}
