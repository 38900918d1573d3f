package agentfiles

import (
	"path"
	"slices"

	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/requirements"
)

// unawaited reports calls of session services that never run. ADK before 1.0 has no coroutines
// there. What a program awaits elsewhere tells only where nothing asks for a release.
func (s *Surveyed) unawaited(calls []pythonagents.Unawaited) (list diag.List) {
	for _, u := range calls {
		if release := s.needs.Release(path.Dir(u.Span.File)); !u.Test && release != requirements.BeforeCoroutines {
			certain := release == requirements.WithCoroutines || u.Awaited || release == requirements.AnyRelease && s.awaits(u)
			list = append(list, finding.Unawaited(u.Method, u.Span, u.Used, u.Sure && certain))
		}
	}
	return list
}

// awaits reports whether the program of a call waits for the same method of ADK's in another file.
func (s *Surveyed) awaits(u pythonagents.Unawaited) bool {
	program := s.parts.find(u.Span.File)
	return slices.ContainsFunc(s.survey.Awaited, func(o pythonagents.Awaited) bool {
		return o.Method == u.Method && s.parts.find(o.File) == program
	})
}
