package prompt

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var missingOptionalMarker = diag.Rule{
	ID:       "missing-optional-marker",
	Severity: diag.Error,
	Summary:  "a placeholder needs a value that may not be set",
	Why: "A placeholder without the optional marker fails the run when its key is missing; on tRPC-Agent-Go it stays as text. ADK does not know declared " +
		"defaults, so only those of session keys count there: Initial stores them when the session is created. It stores " +
		"no key of a family, since their names are known only at run time: name what sets the key of this placeholder " +
		"in the family's written_by, or add the marker.",
	Bad:  "Seat: {seat}\n",
	Good: "Seat: {seat?}\n",
}

func checkMissingOptionalMarker(p *pass, ph *placeholder) {
	if !p.needsMark(ph) {
		return
	}
	f := p.report(missingOptionalMarker, ph.Start, ph.End, "%s %s: %s while it is not set",
		diag.Quote(ph.name), p.whyMissing(ph.key), p.whenMissing()).
		hint("write %s", ph.write(ph.name, true)).
		related(ph.key.Span, "declared here")
	if ph.key.Required() {
		f.hint("write %s, or name who sets the keys of the family in written_by", ph.write(ph.name, true))
	}
	switch {
	case p.looksLiteral(ph):
		f.Hint += "; ADK looks the name up in spite of the doubled braces"
		if !ph.key.Required() { // whether the value is meant, or the braces, nobody knows
			f.suggest(p.span(ph.Start, ph.End), ph.write(ph.name, true))
		}
	case !ph.key.Required():
		p.offerMark(f, ph, true, true)
	}
}

// needsMark reports whether the run fails at a placeholder for lack of a mark.
func (p *pass) needsMark(ph *placeholder) bool {
	return !ph.Optional && ph.usable() && mayBeMissing(ph.key, p.dialect()) && !isLeftToOthers(ph.key)
}

// reportsMissingMark reports whether needsMark leads to a finding, which then
// speaks of the braces, too.
func (p *pass) reportsMissingMark(ph *placeholder) bool {
	_, on := p.levels.severity(missingOptionalMarker.ID, missingOptionalMarker.Severity)
	return on && p.needsMark(ph)
}

func (p *pass) whyMissing(k *schema.Key) string {
	switch {
	case k.Optional:
		return "is optional"
	case k.Default == nil:
		return "is one key of a family, and a session begins with none of them"
	case isFamily(k) && k.Scope == runtime.ScopeSession:
		return "has a default that " + p.framework() + " does not know of, and Initial stores no key of a family"
	default:
		return "has a default that " + p.framework() + " does not know of"
	}
}

// isLeftToOthers reports whether a family's required keys have a writer, or
// are the matter of another rule.
func isLeftToOthers(k *schema.Key) bool {
	return isFamily(k) && k.Required() && (len(k.WrittenBy) > 0 || emptyAtStart(k))
}

func (p *pass) dialect() instruction.Dialect { return p.grammar.Dialect }
