package rules

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/dialect"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var redundantOptionalMarker = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "redundant-optional-marker",
	Severity: diag.Warning,
	Summary:  "a placeholder is marked optional although its key is always set",
	Why: "The optional marker turns a missing value into empty text. Where the schema says that there is always a value, " +
		"all it can do is hide the mistake that lost it. ADK does not know declared defaults: a session key with " +
		"one is set because the generated Initial stores it when a session is created with Initial's state. Keep the " +
		"marker, and switch this rule off, if sessions are created in another way.",
	Bad:  "Weather in {city?}.\n",
	Good: "Weather in {city}.\n",
})

var _ = judge.Register(judge.Rule{Rule: redundantOptionalMarker, In: judge.NotEino, Placeholder: checkRedundantOptionalMarker})

func checkRedundantOptionalMarker(p *judge.Pass, ph *reading.Placeholder) {
	if !ph.Optional || !ph.Usable() || dialect.Of(p.Dialect.Dialect).MayBeMissing(ph.Key) || dialect.EmptyAtStart(ph.Key) {
		return // where the framework itself expands the text, it needs the marker
	}
	plain := ph.Write(ph.Wire, false)
	f := p.Reportf(redundantOptionalMarker, ph.Start, ph.End, "%s %s: the optional marker can only hide a mistake",
		diag.Key(ph.Wire), whyAlwaysSet(ph.Key, p.Dialect.Dialect))
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

func whyAlwaysSet(k *schema.Key, d instruction.Dialect) string {
	switch {
	case k.Default == nil:
		return "is required"
	case d.OfFramework():
		return "has a default that Initial stores"
	default:
		return "has a default"
	}
}
