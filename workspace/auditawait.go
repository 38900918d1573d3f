package workspace

import (
	"path"
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// unawaited reports calls of session services that never run. ADK before 1.0 has no coroutines
// there. What a program awaits elsewhere tells only where nothing asks for a release.
func (a *auditing) unawaited(calls []pythonagents.Unawaited) (list diag.List) {
	releases := map[string]release{}
	for _, u := range calls {
		dir := path.Dir(u.Span.File)
		if _, ok := releases[dir]; !ok {
			releases[dir] = a.releaseFor(dir)
		}
		if !u.Test && releases[dir] != beforeCoroutines {
			certain := releases[dir] == withCoroutines || u.Awaited || releases[dir] == anyRelease && a.awaits(u)
			list = append(list, audit.Unawaited(u.Method, u.Span, u.Used, u.Sure && certain))
		}
	}
	return list
}

// awaits reports whether the program of a call waits for the same method of ADK's in another file.
func (a *auditing) awaits(u pythonagents.Unawaited) bool {
	program := a.files.parts.find(u.Span.File)
	return slices.ContainsFunc(a.files.survey.Awaited, func(o pythonagents.Awaited) bool {
		return o.Method == u.Method && a.files.parts.find(o.File) == program
	})
}
