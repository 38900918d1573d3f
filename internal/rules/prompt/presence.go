package prompt

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

var missingOptionalMarker = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "missing-optional-marker",
	Severity: diag.Error,
	Summary:  "a placeholder needs a value that may not be set",
	Why: "A placeholder without the optional marker fails the run when its key is missing; on tRPC-Agent-Go it stays " +
		"as text. ADK does not know declared defaults, so only those of session keys count there: Initial stores them " +
		"when the session is created. The instructions that stategen compiles show all defaults. Initial stores no key " +
		"of a family, since their names are known only at run time: name what sets the key of this placeholder in the " +
		"family's written_by, or add the marker.",
	Bad:  "Seat: {seat}\n",
	Good: "Seat: {seat?}\n",
})

var _ = register(rule{Rule: missingOptionalMarker, Placeholder: checkMissingOptionalMarker})

func checkMissingOptionalMarker(p *pass, ph *reading.Placeholder) {
	if !needsMark(p, ph) || p.EinoPrefixed(ph) != "" {
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
	case p.Dialect.CountsBraces:
		f.Hintf("eino has no optional marker: give the key a default, which Initial stores, " +
			"or declare it without optional if it is always set before")
	case p.LooksLiteral(ph):
		f.Hint += "; ADK looks the name up in spite of the doubled braces"
		if !ph.Key.Required() { // whether the value is meant, or the braces, nobody knows
			f.Suggest(p.Span(ph.Start, ph.End), ph.Write(ph.Wire, true))
		}
	case !ph.Key.Required():
		p.OfferMark(f, ph, true, true)
	}
}

// needsMark reports whether the run fails at a placeholder for lack of a mark.
func needsMark(p *pass, ph *reading.Placeholder) bool {
	return !ph.Optional && ph.Usable() && p.Dialect.MayBeMissing(ph.Key) && !isLeftToOthers(ph.Key)
}

// reportsMissingMark reports whether needsMark leads to a finding, which then
// speaks of the braces, too.
func reportsMissingMark(p *pass, ph *reading.Placeholder) bool {
	_, on := severityIn(p.Schema, missingOptionalMarker.ID, missingOptionalMarker.Severity)
	return on && needsMark(p, ph)
}

// isLeftToOthers reports whether a family's required keys have a writer, or
// are the matter of another rule.
func isLeftToOthers(k *schema.Key) bool {
	return reading.IsFamily(k) && k.Required() && (len(k.WrittenBy) > 0 || reading.EmptyAtStart(k))
}

var redundantOptionalMarker = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "redundant-optional-marker",
	Severity: diag.Warning,
	Summary:  "a placeholder is marked optional although its key is always set",
	Why: "The optional marker turns a missing value into empty text. Where the schema says that there is always a " +
		"value, all it can do is hide the mistake that lost it. ADK does not know declared defaults: a session key with " +
		"one is set because the generated Initial stores it when a session is created with Initial's state. Keep the " +
		"marker, and switch this rule off, if sessions are created in another way.",
	Bad:  "Weather in {city?}.\n",
	Good: "Weather in {city}.\n",
})

var _ = register(rule{Rule: redundantOptionalMarker, In: notEino, Placeholder: checkRedundantOptionalMarker})

func checkRedundantOptionalMarker(p *pass, ph *reading.Placeholder) {
	if !ph.Optional || !ph.Usable() || reading.Of(p.Dialect.Dialect).MayBeMissing(ph.Key) || reading.EmptyAtStart(ph.Key) {
		return // where the framework itself expands the text, it needs the marker
	}
	plain, why := ph.Write(ph.Wire, false), "has a default"
	if ph.Key.Default == nil {
		why = "is required"
	}
	f := p.Reportf(redundantOptionalMarker, ph.Start, ph.End, "%s %s: the optional marker can only hide a mistake",
		diag.Key(ph.Wire), why)
	switch {
	case ph.Key.Default == nil:
		f.Hintf("write %s, or declare the key optional", plain)
	case p.Dialect.OfFramework():
		f.Hintf("write %s if every session is created with Initial, which stores the default", plain)
	default:
		f.Hintf("write %s", plain)
	}
	f.Relatedf(ph.Key.Span, "declared here")
	if ph.Key.Default == nil { // with one, it depends on how sessions are created
		p.OfferMark(f, ph, false, false) // whether what is stored has the key, the schema can't say
	}
}

var tempMayBeEmpty = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "temp-may-be-empty",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a placeholder needs a temp: key, and those are empty when a run begins",
	Why: "Keys under temp: are discarded at the end of every invocation. Unless something sets the key earlier in the " +
		"same one, the run fails. tRPC-Agent-Go, where such keys are stored, is left out. If something does, name it in " +
		"the key's written_by.",
	Bad:  "Report: {temp:report}\n",
	Good: "Report: {temp:report?}\n",
})

var _ = register(rule{Rule: tempMayBeEmpty, In: notEino, Placeholder: checkTempMayBeEmpty})

func checkTempMayBeEmpty(p *pass, ph *reading.Placeholder) {
	if ph.Optional || !ph.Usable() || !reading.EmptyAtStart(ph.Key) || p.Dialect.StoresTemp {
		return
	}
	f := p.Reportf(tempMayBeEmpty, ph.Start, ph.End, "%s is empty at the beginning of every invocation",
		diag.Key(ph.Wire)).
		Hintf("write %s, or name who sets the key in written_by", ph.Write(ph.Wire, true)).
		Relatedf(ph.Key.Span, "declared here")
	p.OfferMark(f, ph, true, false) // or else say who sets it
}
