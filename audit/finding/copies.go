package finding

import (
	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// SetInCopy is the finding about keys that are set in a session which a service of Python's
// returned, at a place and right after it. It is certain if nothing reads that session again, and nothing else gets it.
func SetInCopy(names []string, at diag.Span, certain bool) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: "direct-state-mutation", Severity: diag.Error, Span: at,
		Message: "this session is a copy that the service returned: what is set here is lost",
		Hint:    "append an event with a state delta, or set the key through a callback's or tool's context",
	}
	if len(names) > 1 {
		d.Message = "this session is a copy that the service returned: " + words.Keys(names) + " are set in it, and lost"
	}
	return likelyUnless(d, certain, "it is only read from this very session")
}

// DoubtCopies makes findings about lost writes to the sessions of services likely, in programs
// with states of their own.
func DoubtCopies(found diag.List) diag.List {
	for i, d := range found {
		if d.ID == "direct-state-mutation" && d.Severity == diag.Error {
			found[i].Severity = diag.Warning
			found[i].Hint += "; nothing is wrong if a state of this program's own stores what is set"
		}
	}
	return found
}
