package statelint

import (
	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/lostdeltas"
)

// addDeltas notes the findings about state deltas of a package that no session service gets.
func (s *survey) addDeltas(p *flow.Package) {
	for _, l := range lostdeltas.Find(p) {
		if l.WithError {
			s.deltas = append(s.deltas, finding.DeltaWithError(l.At, l.Because))
		} else {
			s.deltas = append(s.deltas, finding.LateDelta(l.At, l.Because, l.Handed))
		}
	}
	for _, at := range lostdeltas.Services(p) {
		s.deltas = append(s.deltas, finding.StateUnstored("AppendEvent", "StateDelta", "store the keys of event.Actions.StateDelta, other than temp ones, with the session", at))
	}
}
