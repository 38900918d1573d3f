package load

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/family"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
)

const (
	maxFamilies    = 1000
	maxFamilySteps = 300_000
)

// checkFamilies reports two families that stand for one key.
func checkFamilies(keys []*schema.Key, r *report.Report, gaps *gaps) {
	families := slices.DeleteFunc(slices.Clone(keys), func(k *schema.Key) bool { return len(k.Params) == 0 })
	if len(families) > maxFamilies {
		r.Add(rules.FileLimit, families[maxFamilies].Span, "more than %d families of keys are declared", maxFamilies).
			Hint("keep such data in a map")
		gaps.doubtful(families)
		return
	}
	found, complete := family.Overlaps(families, maxFamilySteps)
	for _, o := range found {
		a, b := o.A, o.B
		if a.Span.File == b.Span.File && a.Span.Start > b.Span.Start {
			a, b = b, a
		}
		r.Add(rules.FamilyOverlap, b.Span, "%s could belong to %s and to %s", diag.Key(o.Key), diag.Key(b.Wire()), diag.Key(a.Wire())).
			Hint("begin the two with different texts").Related(a.Span, "the other family")
		gaps.doubtful([]*schema.Key{a, b})
	}
	if !complete {
		r.Add(rules.FileLimit, families[0].Span, "the families of keys are too many and too long to be compared").
			Hint("begin each with a text of its own")
		gaps.doubtful(families)
	}
}
