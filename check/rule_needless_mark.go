package check

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

var needlessMark = diag.Rule{
	ID:       "needless-mark",
	Severity: diag.Warning,
	Summary:  "a placeholder is marked optional although its key is always set",
	Why: "The mark turns a missing value into empty text. Where the schema says that there always is a value, " +
		"all it can do is hide the mistake that lost it.",
	Bad:  "Weather in {city?}.\n",
	Good: "Weather in {city}.\n",
}

func checkNeedlessMark(p *pass, ph placeholder) {
	if !ph.Optional || !ph.usable() || mayBeMissing(ph.key, p.dialect()) || emptyAtStart(ph.key) {
		return
	}
	reason := "is required"
	switch {
	case ph.key.Default == nil:
	case ph.key.Scope == runtime.ScopeSession:
		reason = "has a default, so it is set from the start"
	default:
		reason = "has a default"
	}
	p.report(needlessMark, ph.Start, ph.End, "%s %s: the mark can only hide a mistake", quote(ph.name), reason).
		hint("write %s, or declare the key optional", ph.write(ph.name, false)).
		related(ph.key.Span, "declared here").
		replace(p.span(ph.NameEnd, ph.NameEnd+1), "")
}
