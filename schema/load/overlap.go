package load

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/family"
	"github.com/seed92179c4c/stategen/schema/internal/report"
)

var familyOverlap = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "family-overlap",
	Summary: "one key could belong to two families",
	Why:     "Its value would be read by both, as two different types perhaps.",
	Bad:     "version: 1\nkeys:\n  \"order_{id}\": string?\n  \"order_{id}_note\": string?\n",
	Good:    "version: 1\nkeys:\n  \"order_{id}\": string?\n  \"note_{id}\": string?\n",
})

const (
	maxFamilies    = 1000
	maxFamilySteps = 300_000
)

// checkFamilies reports two families that stand for one key.
func checkFamilies(keys []*schema.Key, r *report.Report, gaps *gaps) {
	families := slices.DeleteFunc(slices.Clone(keys), func(k *schema.Key) bool { return len(k.Params) == 0 })
	if len(families) > maxFamilies {
		r.Say(report.ManyFamilies, families[maxFamilies].Span, maxFamilies)
		gaps.doubtful(families)
		return
	}
	found, complete := family.Overlaps(families, maxFamilySteps)
	for _, o := range found {
		a, b := o.A, o.B
		if a.Span.File == b.Span.File && a.Span.Start > b.Span.Start {
			a, b = b, a
		}
		r.Add(familyOverlap, b.Span, "%s could belong to %s and to %s", diag.Key(o.Key), diag.Key(b.Wire()), diag.Key(a.Wire())).
			Hint("begin the two with different texts").Related(a.Span, "the other family")
		gaps.doubtful([]*schema.Key{a, b})
	}
	if !complete {
		r.Say(report.LongFamilies, families[0].Span)
		gaps.doubtful(families)
	}
}
