package pythonagents

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/survey"
)

// Stale is where a session is read after a run that a service had returned before it, or a temp key is
// read from one.
type Stale struct {
	Span   diag.Span
	Key    string // empty: all of the state, or the events
	Events bool
	// Func is where the function around the read begins, and Name what stands for the session there.
	Func int
	Name string
	// Session is where a service was asked for the session, and Run where the run is; without a file it
	// is a temp key, which no session has.
	Session, Run diag.Span
	// Again is the call that gets the session again.
	Again string
	// Known is whether the service is ADK's, New whether the session was created and nothing gave it the
	// key, and Plain whether the run is always over before the read.
	Known, New, Plain bool
	Test              bool
}

func staleOf(found []survey.Stale) (list []Stale) {
	span := func(w survey.Where) diag.Span { return diag.Span{File: w.Path, Start: w.Start, End: w.End} }
	for _, s := range found {
		list = append(list, Stale{
			diag.Span{File: s.Path, Start: s.Start, End: s.End}, s.Key, s.Events, s.Func, s.Name, span(s.Session), span(s.Run), s.Again,
			s.Known, s.New, s.Plain, python.IsTest(s.Path),
		})
	}
	return list
}
