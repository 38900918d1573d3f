package check

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var optionalWithoutMark = diag.Rule{
	ID:       "optional-without-mark",
	Severity: diag.Error,
	Summary:  "a placeholder needs a value that may not be set",
	Why: "A placeholder without a mark fails the run when its key is missing. ADK knows nothing of a declared " +
		"default, so only those of session keys count there: Initial stores them when the session is created.",
	Bad:  "Seat: {seat}\n",
	Good: "Seat: {seat?}\n",
}

func checkOptionalWithoutMark(p *pass, ph placeholder) {
	if ph.Optional || !ph.usable() || !mayBeMissing(ph.key, p.dialect()) {
		return
	}
	reason := "is optional"
	if !ph.key.Optional {
		reason = "has a default that ADK does not know of"
	}
	p.report(optionalWithoutMark, ph.Start, ph.End, "%s %s: the run fails while it is not set",
		quote(ph.name), reason).
		hint("write %s", ph.write(ph.name, true)).
		related(ph.key.Span, "declared here").
		replace(p.span(ph.NameEnd, ph.NameEnd), "?")
}

func (p *pass) dialect() instruction.Dialect { return p.grammar().Dialect }
