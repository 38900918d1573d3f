package finding

import "github.com/seed92179c4c/stategen/diag"

// LateDelta is the finding about a state delta that is changed after a runner has stored its
// event; handed is whether functions get the event, which may store it.
func LateDelta(at, run diag.Span, handed bool) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: "dropped-delta", Severity: diag.Error, Span: at,
		Message: "the runner has stored this event before: what is set in its state delta now is lost",
		Hint:    "append an event of your own that has it, or set it in a callback",
		Related: []diag.Related{{Span: run, Message: "the event comes from here"}},
	}
	if handed {
		d.Severity = diag.Warning
		d.Hint += "; nothing is wrong if a function that gets the event stores it once more"
	}
	return d
}

// DeltaWithError is the finding about the state delta of an event that is yielded with an error.
func DeltaWithError(at, yielded diag.Span) diag.Diagnostic {
	return diag.Diagnostic{
		ID: "dropped-delta", Severity: diag.Warning, Span: at,
		Message: "ADK doesn't store an event that comes with an error: this state delta is lost",
		Hint:    "yield the event without an error first; nothing is wrong if the agent around this one does",
		Related: []diag.Related{{Span: yielded, Message: "it is yielded here"}},
	}
}
