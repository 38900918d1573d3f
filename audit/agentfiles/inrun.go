package agentfiles

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// inRun reports keys that are set in the session of a run itself, each once in a program.
// A state delta that sets the key, too, stores it.
func (s *Surveyed) inRun() (list diag.List) {
	first, stored := map[place]int{}, map[place]bool{}
	for _, u := range s.python.Uses {
		at := s.placeOf(u)
		stored[at] = stored[at] || u.Delta
	}
	readers := s.readers()
	for _, u := range s.python.Uses {
		at := s.placeOf(u)
		if !u.InRun || u.Kind != keys.Set || u.Test || stored[at] || strings.HasPrefix(u.Key, "temp:") || readers[at].inRunOf(u) {
			continue
		}
		if n, ok := first[at]; ok {
			if related := &list[n].Related; len(*related) < 3 {
				*related = append(*related, diag.Related{Span: u.Span, Message: "it is set here, too"})
			}
			continue
		}
		first[at] = len(list)
		list = append(list, finding.SetInRun(u.Span))
	}
	return list
}

// placeOf is the key of a use in its program.
func (s *Surveyed) placeOf(u pythonagents.Use) place {
	return place{s.parts.find(u.Span.File), u.Key}
}

// readers are what reads a key.
type readers struct {
	shown bool // by a placeholder
	code  []pythonagents.Use
}

func (s *Surveyed) readers() map[place]readers {
	all := map[place]readers{}
	for _, u := range s.python.Uses {
		if at := s.placeOf(u); u.Kind == keys.Get && !u.Test {
			all[at] = readers{code: append(all[at].code, u)}
		}
	}
	for _, f := range slices.Concat(s.facts, s.unsure) {
		if at := (place{s.parts.find(f.Place.File), f.Key}); f.Kind == audit.Placeholder && !f.Test {
			all[at] = readers{shown: true, code: all[at].code}
		}
	}
	return all
}

// inRunOf reports whether all that reads a key does so in the run in which it is set: agents that the
// function runs then, what follows in the function, or else its class, if that always sets the key.
func (r readers) inRunOf(set pythonagents.Use) bool {
	if set.Partial || strings.HasPrefix(set.Key, "user:") || strings.HasPrefix(set.Key, "app:") || r.shown && !set.Seeds || len(r.code) > mostSets {
		return false
	}
	elsewhere := slices.ContainsFunc(r.code, func(u pythonagents.Use) bool {
		switch {
		case u.Span.File != set.Span.File || u.Copy:
			return true
		case u.Func == set.Func:
			return set.Func < 0 || u.Span.Start < set.Span.Start
		}
		return !u.InRun || set.Guarded || set.Class < 0 || u.Class != set.Class
	})
	return !elsewhere && (r.shown || len(r.code) > 0)
}
