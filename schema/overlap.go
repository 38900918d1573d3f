package schema

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

const (
	maxFamilies    = 1000
	maxFamilySteps = 300_000
)

// checkFamilies reports two families that stand for one key.
func checkFamilies(keys []*Key, r *report, gaps *gaps) {
	families := slices.DeleteFunc(slices.Clone(keys), func(k *Key) bool { return len(k.Params) == 0 })
	if len(families) > maxFamilies {
		r.add(idFileLimit, families[maxFamilies].Span, "more than %d families of keys are declared", maxFamilies).
			hint("keep such data in a map")
		gaps.doubtful(families)
		return
	}
	found, complete := overlaps(families, maxFamilySteps)
	for _, o := range found {
		a, b := o.a, o.b
		if a.Span.File == b.Span.File && a.Span.Start > b.Span.Start {
			a, b = b, a
		}
		r.add(idFamilyOverlap, b.Span, "%s could belong to %s and to %s", diag.Quote(o.key), diag.Quote(b.Wire()), diag.Quote(a.Wire())).
			hint("begin the two with different texts").related(a.Span, "the other family")
		gaps.doubtful([]*Key{a, b})
	}
	if !complete {
		r.add(idFileLimit, families[0].Span, "the families of keys are too many and too long to be compared").
			hint("begin each with a text of its own")
		gaps.doubtful(families)
	}
}
