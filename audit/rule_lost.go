package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

func (j *judge) findLost() {
	j.lost = lostWrites{}
	for i := range j.Found {
		d := &j.Found[i]
		if d.ID == "direct-state-mutation" {
			j.lost[diag.Span{File: d.Span.File, Start: d.Span.End + 1}] = d
			j.lost[diag.Span{File: d.Span.File, Start: d.Span.Start}] = d
		}
	}
	for _, spans := range j.Together {
		d := j.lost[diag.Span{File: spans[0].File, Start: spans[0].Start}]
		for _, s := range spans {
			j.lost[diag.Span{File: s.File, Start: s.Start}] = d
		}
	}
}

// SetInCopy is the finding about keys that are set in a session which a service of Python's
// returned, at a place and right after it. It is certain if nothing reads that session again, and nothing else gets it.
func SetInCopy(names []string, at diag.Span, certain bool) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: "direct-state-mutation", Severity: diag.Error, Span: at,
		Message: "this session is a copy that the service returned: what is set here is lost",
		Hint:    "append an event with a state delta, or set the key through a callback's or tool's context",
	}
	if len(names) > 1 {
		d.Message = "this session is a copy that the service returned: " + enumerateKeys(names) + " are set in it, and lost"
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

// findLostValues finds where the values of such writes may begin, which follow the key.
func (j *judge) findLostValues() {
	const mostBetween = 4 // a comma and a space or two
	j.lostValues = map[diag.Span]bool{}
	for _, f := range j.Facts {
		if f.writes() && j.lost.of(f) != nil {
			for between := range mostBetween {
				j.lostValues[diag.Span{File: f.Place.File, Start: f.Place.End + 1 + between}] = true
			}
		}
	}
}

// ofLost reports whether a finding is about the value of a write that no session stores,
// so that no database has it.
func (j *judge) ofLost(d diag.Diagnostic) bool {
	return d.ID == "unserializable-value" && j.lostValues[diag.Span{File: d.Span.File, Start: d.Span.Start}]
}

// doubtLost makes findings about lost writes likely where a state delta, which is
// stored, sets the same key: then the other write may be for the run that is going on.
func doubtLost(j *judge, k *key) diag.List {
	for _, f := range k.writes {
		d := j.lost.of(f)
		if d == nil || f.Delta {
			continue
		}
		deltas := slices.DeleteFunc(sharing(k.writes, f), func(other Fact) bool { return !other.Delta })
		if len(deltas) > 0 && d.Severity == diag.Error {
			d.Severity = diag.Warning
			d.Hint = "nothing is wrong if the state delta that sets " + diag.Quote(k.name) + ", too, is what is to be stored"
			d.Related = append(slices.Clone(d.Related), places(deltas, "a state delta sets it here")...)
		}
	}
	return nil
}
