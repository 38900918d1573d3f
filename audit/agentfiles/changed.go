package agentfiles

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// mutated reports values that are changed in place: a session stores what is set. It is
// certain for keys that their file never sets. A temp key lives as long as the value.
func (s *Surveyed) mutated() (list diag.List) {
	writers := s.writers()
	sets := map[place][]pythonagents.Use{}
	for _, u := range s.python.Uses {
		if u.Kind == keys.Set {
			at := place{u.Span.File, u.Key}
			sets[at] = append(sets[at], u)
		}
	}
	for _, u := range s.python.Uses {
		of := sets[place{u.Span.File, u.Key}]
		if !u.Mutates || u.Test || u.Partial || strings.HasPrefix(u.Key, "temp:") || isStored(u, of) || isOfRun(u, of) {
			continue
		}
		doubt := ""
		switch {
		case slices.ContainsFunc(of, func(s pythonagents.Use) bool { return s.Default && s.Func == u.Func }):
			doubt = "the key was missing, so that this call sets it"
		case len(of) > 0:
			doubt = "the key was set to this very value by the same call"
		case u.Passed:
			doubt = "the session is the one that its service keeps"
		case writers[s.parts.program(u.Span.File)]: // such as a state delta of the whole state
			doubt = "what could not be read sets the key, too"
		}
		list = append(list, finding.ChangedInPlace(u.Key, u.Span, doubt))
	}
	return list
}

type place struct{ file, key string }

// isOfRun reports whether a value is that of a key which is set in the session of the run:
// that is found already.
func isOfRun(u pythonagents.Use, sets []pythonagents.Use) bool {
	return u.InRun && slices.ContainsFunc(sets, func(s pythonagents.Use) bool { return s.InRun })
}

// mostSets is how many places that set one key are looked at.
const mostSets = 100

// isStored reports whether a value that is changed in place is set, too: later in the
// function, or before that whatever happens.
func isStored(u pythonagents.Use, sets []pythonagents.Use) bool {
	if len(sets) > mostSets {
		return true
	}
	return slices.ContainsFunc(sets, func(s pythonagents.Use) bool {
		return !s.Default && s.Func == u.Func && (s.Span.Start > u.Span.Start || !s.Guarded || s.Block == u.Block)
	})
}
