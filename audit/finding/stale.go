package finding

import (
	"strings"

	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

var staleSession = diag.Rule{
	ID:       "stale-session",
	Severity: diag.Error,
	Summary:  "a session that Python code got before a run is read after it",
	Why: "The session services of ADK return copies, and a runner gets the session again by its id. What agents, tools and callbacks set in " +
		"a run is stored, and is never in the session that the code around the run has. temp keys are not stored at all, so no session " +
		"of a service has them.",
}

// Stale is what is read of a session that is older than a run.
type Stale struct {
	At, Session diag.Span
	Run         diag.Span // without a file the keys are temp keys, which no session has
	Keys        []string  // none: the whole state, or the events
	Events      bool
	Again       string // the call that gets the session again
	Certain     bool
	// Known is whether the service is ADK's, New whether the session was created without the keys, and
	// Plain whether the run is always over before the read.
	Known, New, Plain bool
}

// StaleSession is the finding about such a read.
func StaleSession(s Stale) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: staleSession.ID, Severity: diag.Error, Span: s.At,
		Message: s.what() + " a session got before the run, which doesn't have what the run sets",
		Hint:    "get the session again after the run: " + s.Again,
		Related: []diag.Related{{Span: s.Session, Message: "the session comes from here"}, {Span: s.Run, Message: "the run is here"}},
	}
	switch {
	case s.Events:
		d.Message = "these are the events of a session got before the run, which has none of the run's"
	case s.Run.File == "":
		d.Message = s.what() + " a session that a service returned: no session has temp keys after the run that sets them"
		d.Hint, d.Related = "read it in the run, or set a key that is stored", d.Related[:1]
	}
	return likelyUnless(d, s.Certain, s.doubt())
}

// what is read, as the beginning of a sentence.
func (s Stale) what() string {
	if len(s.Keys) == 0 {
		return "this is the state of"
	}
	return words.Keys(s.Keys) + " " + words.One(s.Keys, "is", "are") + " read from"
}

// doubt says when nothing is wrong.
func (s Stale) doubt() string {
	var list []string
	if !s.Known || s.Run.File == "" {
		list = append(list, "the service is not ADK's")
	}
	if !s.New && s.Run.File != "" || s.Known && s.Plain && s.Run.File != "" {
		list = append(list, "what was there before the run is meant")
	}
	if !s.Plain && s.Run.File != "" {
		list = append(list, "no run comes before this", "something else brings the session up to date")
	}
	return strings.Join(list, ", or ")
}
