package agentfiles

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// misused reports what fails in Python whenever it runs. Code after a session for which nothing
// waits is not reached.
func (s *Surveyed) misused(uses []pythonagents.Misuse, unawaited diag.List) (list diag.List) {
	for _, m := range uses {
		if m.Test || slices.ContainsFunc(unawaited, func(d diag.Diagnostic) bool { return d.Span == m.There }) {
			continue
		}
		switch m.Kind {
		case pythonagents.KeyAsAttribute:
			list = append(list, finding.KeyAsAttribute(m.Span, m.Sure))
		case pythonagents.StateAsDict:
			list = append(list, s.stateAsDict(m)...)
		case pythonagents.DictAsState:
			list = append(list, finding.DictAsState(m.Span, m.Sure))
		case pythonagents.UnknownMethod:
			list = append(list, finding.UnknownMethod(m.What, m.Span, m.Sure))
		case pythonagents.EventsDropped:
			list = append(list, finding.EventsDropped(m.Span, m.Sure))
		case pythonagents.StateUnstored:
			list = append(list, finding.StateUnstored("append_event", "state_delta", "call super().append_event(session, event), and store session.state", m.Span))
		case pythonagents.CreatedAgain:
			list = append(list, finding.CreatedAgain(m.Span, m.There, m.Sure))
		}
	}
	return list
}

// uncallable reports callbacks in Python that don't take what ADK gives to them.
func uncallable(callbacks []pythonagents.Callback) (list diag.List) {
	for _, c := range callbacks {
		if !c.Test {
			list = append(list, finding.Uncallable(finding.Callback{
				At: c.Span, Agent: c.Agent, Kind: c.Kind, Gets: c.Gets, Lacks: c.Lacks, Wants: c.Wants, Named: c.Named, Passed: c.Passed, Asked: c.Asked, AskedAt: c.At,
			}))
		}
	}
	return list
}
