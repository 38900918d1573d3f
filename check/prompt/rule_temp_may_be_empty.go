package prompt

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var tempMayBeEmpty = diag.Rule{
	ID:       "temp-may-be-empty",
	Severity: diag.Warning,
	Summary:  "a placeholder needs a temp: key, and those are empty when a run begins",
	Why: "Keys under temp: are discarded at the end of every invocation. Unless something sets the key earlier in " +
		"the same one, the run fails. tRPC-Agent-Go, where such keys are stored, is left out. If something does, name it in the key's written_by.",
	Bad:  "Report: {temp:report}\n",
	Good: "Report: {temp:report?}\n",
}

func checkTempMayBeEmpty(p *pass, ph *placeholder) {
	if ph.Optional || !ph.usable() || !emptyAtStart(ph.key) || p.dialect() == instruction.TRPC {
		return
	}
	f := p.report(tempMayBeEmpty, ph.Start, ph.End, "%s is empty at the beginning of every invocation", diag.Quote(ph.name)).
		hint("write %s, or name who sets the key in written_by", ph.write(ph.name, true)).
		related(ph.key.Span, "declared here")
	p.offerMark(f, ph, true, false) // or else say who sets it
}

// emptyAtStart reports whether a key is declared as always set but is not when
// an invocation begins.
func emptyAtStart(k *schema.Key) bool {
	return k.Scope == runtime.ScopeTemp && k.Required() && len(k.WrittenBy) == 0
}
