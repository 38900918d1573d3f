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

// stale reports sessions that are read after a run which they were got before, once for each function
// and name. A key that nothing sets in a run is what it was; one that nothing sets at all is another
// finding.
func (s *Surveyed) stale() (list diag.List) {
	type session struct {
		file string
		at   int
		name string
		temp bool
	}
	reads := map[session][]pythonagents.Stale{}
	var order []session
	set := s.setInRuns()
	for _, r := range s.survey.Stale {
		if r.Test || !r.Events && !set[place{s.parts.find(r.Span.File), r.Key}] {
			continue
		}
		of := session{r.Span.File, r.Func, r.Name, r.Run.File == ""}
		if reads[of] == nil {
			order = append(order, of)
		}
		reads[of] = append(reads[of], r)
	}
	for _, of := range order {
		list = append(list, staleIn(reads[of]))
	}
	return list
}

// setInRuns are the keys that something sets in runs, of each program: by the state of a context, or as an
// agent's answer. Without a key it is whether there are any.
func (s *Surveyed) setInRuns() map[place]bool {
	set := map[place]bool{}
	note := func(file, key string) {
		if program := s.parts.find(file); !strings.HasPrefix(key, "temp:") {
			set[place{program, ""}], set[place{program, key}] = true, true
		} else {
			set[place{program, key}] = true
		}
	}
	for _, u := range s.python.Uses {
		if u.Kind == keys.Set && !u.Test && !u.Copy && !u.Passed && !u.Delta && !u.Partial {
			note(u.Span.File, u.Key)
		}
	}
	for _, f := range s.facts {
		if f.Kind == audit.Output && !f.Test && !f.Partial() {
			note(f.Place.File, f.Key)
		}
	}
	return set
}

// staleIn is the finding about reads of one session: about those of keys that are certain, or else those
// of keys, or else the first.
func staleIn(reads []pythonagents.Stale) diag.Diagnostic {
	isCertain := func(r pythonagents.Stale) bool {
		return r.Known && r.New && r.Plain && r.Run.File != "" && (r.Key != "" || r.Events)
	}
	for _, suits := range []func(pythonagents.Stale) bool{
		func(r pythonagents.Stale) bool { return r.Key != "" && isCertain(r) }, isCertain, func(r pythonagents.Stale) bool { return r.Key != "" },
	} {
		if some := slices.DeleteFunc(slices.Clone(reads), func(r pythonagents.Stale) bool { return !suits(r) }); len(some) > 0 {
			reads = some
			break
		}
	}
	first := reads[0]
	f := finding.Stale{
		At: first.Span, Session: first.Session, Run: first.Run, Again: first.Again, Events: first.Events,
		Certain: isCertain(first), Known: first.Known, New: first.New, Plain: first.Plain,
	}
	for _, r := range reads {
		if r.Key != "" && !slices.Contains(f.Keys, r.Key) {
			f.Keys = append(f.Keys, r.Key)
		}
	}
	return finding.StaleSession(f)
}
