package rules

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/dialect"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

var missingOptionalMarker = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "missing-optional-marker",
	Severity: diag.Error,
	Summary:  "a placeholder needs a value that may not be set",
	Why: "A placeholder without the optional marker fails the run when its key is missing; on tRPC-Agent-Go it stays as text. ADK does not know declared " +
		"defaults, so only those of session keys count there: Initial stores them when the session is created. The instructions that " +
		"stategen compiles show all defaults. Initial stores " +
		"no key of a family, since their names are known only at run time: name what sets the key of this placeholder " +
		"in the family's written_by, or add the marker.",
	Bad:  "Seat: {seat}\n",
	Good: "Seat: {seat?}\n",
})

var _ = judge.Register(judge.Rule{Rule: missingOptionalMarker, In: judge.NotEino, Placeholder: checkMissingOptionalMarker})

var _ = judge.Register(judge.Rule{Rule: missingOptionalMarker, In: judge.Eino, Placeholder: checkMissingInEino})

func checkMissingOptionalMarker(p *judge.Pass, ph *reading.Placeholder) {
	if !needsMark(p, ph) {
		return
	}
	f := p.Reportf(missingOptionalMarker, ph.Start, ph.End, "%s %s: %s while it is not set",
		diag.Key(ph.Wire), p.Dialect.WhyMissing(ph.Key), p.Dialect.WhenMissing()).
		Hintf("write %s", ph.Write(ph.Wire, true)).
		Relatedf(ph.Key.Span, "declared here")
	if ph.Key.Required() {
		f.Hintf("write %s, or name who sets the keys of the family in written_by", ph.Write(ph.Wire, true))
	}
	switch {
	case p.LooksLiteral(ph):
		f.Hint += "; ADK looks the name up in spite of the doubled braces"
		if !ph.Key.Required() { // whether the value is meant, or the braces, nobody knows
			f.Suggest(p.Span(ph.Start, ph.End), ph.Write(ph.Wire, true))
		}
	case !ph.Key.Required():
		p.OfferMark(f, ph, true, true)
	}
}

func checkMissingInEino(p *judge.Pass, ph *reading.Placeholder) {
	if !needsMark(p, ph) || p.EinoPrefixed(ph) != "" {
		return
	}
	p.Reportf(missingOptionalMarker, ph.Start, ph.End, "%s %s: the run fails while it is not set", diag.Key(ph.Wire), p.Dialect.WhyMissing(ph.Key)).
		Hintf("eino has no optional marker: give the key a default, which Initial stores, or declare it without optional if it is always set before").
		Relatedf(ph.Key.Span, "declared here")
}

// needsMark reports whether the run fails at a placeholder for lack of a mark.
func needsMark(p *judge.Pass, ph *reading.Placeholder) bool {
	return !ph.Optional && ph.Usable() && p.Dialect.MayBeMissing(ph.Key) && !isLeftToOthers(ph.Key)
}

// reportsMissingMark reports whether needsMark leads to a finding, which then
// speaks of the braces, too.
func reportsMissingMark(p *judge.Pass, ph *reading.Placeholder) bool {
	_, on := p.Levels.Severity(missingOptionalMarker.ID, missingOptionalMarker.Severity)
	return on && needsMark(p, ph)
}

// isLeftToOthers reports whether a family's required keys have a writer, or
// are the matter of another rule.
func isLeftToOthers(k *schema.Key) bool {
	return dialect.IsFamily(k) && k.Required() && (len(k.WrittenBy) > 0 || dialect.EmptyAtStart(k))
}
