package agentfiles

import (
	"path"
	"strings"

	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/requirements"
)

// stateAsDict reports what fails on the state of a context in all releases of ADK that a project
// allows, or what does in the older ones and perhaps in the newer ones.
func (s *Surveyed) stateAsDict(m pythonagents.Misuse) diag.List {
	allowed := s.needs.Versions(path.Dir(m.Span.File))
	since, maybe := requirements.IteratesState, false
	switch what, _, _ := strings.Cut(m.What, "("); what {
	case "pop", "del":
		since = requirements.DeletesState
	case "for", "list", "sorted", "set", "tuple":
	default:
		maybe = true
	}
	switch {
	case allowed.Below <= since:
		return diag.List{finding.StateAsDict(m.What, m.Span, m.Sure)}
	case maybe && allowed.From < since:
		return diag.List{finding.StateAsDictBefore("2.10", m.What, m.Span)}
	}
	return nil
}
