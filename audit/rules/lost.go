package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
)

// doubtLost makes findings about lost writes likely where a state delta, which is
// stored, sets the same key: then the other write may be for the run that is going on.
func doubtLost(j *judge, k *index.Key) diag.List {
	for _, f := range k.Writes {
		d := j.Lost.Of(f)
		if d == nil || f.Delta {
			continue
		}
		deltas := slices.DeleteFunc(index.Sharing(k.Writes, f), func(other audit.Fact) bool { return !other.Delta })
		if len(deltas) > 0 && d.Severity == diag.Error {
			d.Severity = diag.Warning
			d.Hint = "nothing is wrong if the state delta that sets " + diag.Quote(k.Name) + ", too, is what is to be stored"
			d.Related = append(slices.Clone(d.Related), index.Places(deltas, "a state delta sets it here")...)
		}
	}
	return nil
}

// ofIdle reports whether a finding is about a service that drops what events set, where nothing
// sets a key.
func (j *judge) ofIdle(d diag.Diagnostic) bool {
	sets := func(f audit.Fact) bool { return !f.Test && f.Writes() && f.Kind != audit.Initial }
	return d.ID == "unstored-state" && !slices.ContainsFunc(j.Facts, sets) &&
		!slices.ContainsFunc(j.Open, func(o audit.Open) bool { return o.Writes && !o.OnlyNamed })
}
