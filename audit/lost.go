package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

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

// ofIdle reports whether a finding is about a service that drops what events set, where nothing
// sets a key.
func (j *judge) ofIdle(d diag.Diagnostic) bool {
	sets := func(f Fact) bool { return !f.Test && f.writes() && f.Kind != Initial }
	return d.ID == "unstored-state" && !slices.ContainsFunc(j.Facts, sets) &&
		!slices.ContainsFunc(j.Open, func(o Open) bool { return o.Writes && !o.Store })
}
