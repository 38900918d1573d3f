package workspace

import (
	"path"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// stateAsDict reports what fails on the state of a context in all releases of ADK that a project
// allows, or what does in the older ones and perhaps in the newer ones.
func (a *auditing) stateAsDict(m pythonagents.Misuse) diag.List {
	allowed := a.versionsFor(path.Dir(m.Span.File))
	since, maybe := iteratesState, false
	switch what, _, _ := strings.Cut(m.What, "("); what {
	case "pop", "del":
		since = deletesState
	case "for", "list", "sorted", "set", "tuple":
	default:
		maybe = true
	}
	switch {
	case allowed.below <= since:
		return diag.List{audit.StateAsDict(m.What, m.Span, m.Sure)}
	case maybe && allowed.from < since:
		return diag.List{audit.StateAsDictBefore("2.10", m.What, m.Span)}
	}
	return nil
}
