package rules

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/dialect"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
)

var tempMayBeEmpty = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "temp-may-be-empty",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a placeholder needs a temp: key, and those are empty when a run begins",
	Why: "Keys under temp: are discarded at the end of every invocation. Unless something sets the key earlier in " +
		"the same one, the run fails. tRPC-Agent-Go, where such keys are stored, is left out. If something does, name it in the key's written_by.",
	Bad:  "Report: {temp:report}\n",
	Good: "Report: {temp:report?}\n",
})

var _ = judge.Register(judge.Rule{Rule: tempMayBeEmpty, In: judge.NotEino, Placeholder: checkTempMayBeEmpty})

func checkTempMayBeEmpty(p *judge.Pass, ph *reading.Placeholder) {
	if ph.Optional || !ph.Usable() || !dialect.EmptyAtStart(ph.Key) || p.Dialect.StoresTemp {
		return
	}
	f := p.Reportf(tempMayBeEmpty, ph.Start, ph.End, "%s is empty at the beginning of every invocation", diag.Key(ph.Wire)).
		Hintf("write %s, or name who sets the key in written_by", ph.Write(ph.Wire, true)).
		Relatedf(ph.Key.Span, "declared here")
	p.OfferMark(f, ph, true, false) // or else say who sets it
}
