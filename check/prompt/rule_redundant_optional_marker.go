package prompt

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var redundantOptionalMarker = diag.Rule{
	ID:       "redundant-optional-marker",
	Severity: diag.Warning,
	Summary:  "a placeholder is marked optional although its key is always set",
	Why: "The optional marker turns a missing value into empty text. Where the schema says that there is always a value, " +
		"all it can do is hide the mistake that lost it. ADK does not know declared defaults: a session key with " +
		"one is set because the generated Initial stores it when a session is created with Initial's state. Keep the " +
		"marker, and switch this rule off, if sessions are created in another way.",
	Bad:  "Weather in {city?}.\n",
	Good: "Weather in {city}.\n",
}

func checkRedundantOptionalMarker(p *pass, ph *placeholder) {
	if !ph.Optional || !ph.usable() || mayBeMissing(ph.key, p.dialect()) || emptyAtStart(ph.key) {
		return
	}
	plain := ph.write(ph.name, false)
	f := p.report(redundantOptionalMarker, ph.Start, ph.End, "%s %s: the optional marker can only hide a mistake",
		diag.Quote(ph.name), whyAlwaysSet(ph.key, p.dialect()))
	switch {
	case ph.key.Default == nil:
		f.hint("write %s, or declare the key optional", plain)
	case p.dialect().OfFramework():
		f.hint("write %s if every session is created with Initial, which stores the default", plain)
	default:
		f.hint("write %s", plain)
	}
	f.related(ph.key.Span, "declared here")
	if ph.key.Default == nil { // with one, it depends on how sessions are created
		p.offerMark(f, ph, false, false) // whether what is stored has the key, the schema can't say
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
