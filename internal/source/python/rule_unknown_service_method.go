package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

var unknownServiceMethod = diag.Rule{
	ID:       "unknown-service-method",
	Severity: diag.Error,
	Summary:  "a call of a method that ADK's session services for Python don't have",
	Why: "There is no update_session, update_session_state or save_session: the call fails, and what was changed in the session is not " +
		"stored. A session service stores what an event's state delta says.",
}

// appendDelta is how a session that exists is changed.
const appendDelta = "append an event with a state delta: append_event(session, Event(…, actions=EventActions(state_delta={…})))"

// findUnknownMethods reports calls of methods that would change or return a state, if services had them.
func findUnknownMethods(s *scope, f *found) {
	s.all(func(e *syntax.Expr) bool {
		if e.Kind != syntax.Call || e.X.Kind != syntax.Attribute {
			return true
		}
		method := e.X.Name
		stores, gets := meantToStore(method), strings.HasPrefix(method, "get_")
		if !stores && !gets || ofServices[method] || strings.HasSuffix(method, "_sync") || !strings.Contains(method, "s") {
			return true
		}
		of := s.service(e.X.X)
		if of == unlikely || of != known && s.project.methods[method] || gets && !strings.Contains(method, "session") {
			return true
		}
		d := diag.New(unknownServiceMethod, s.span(e.X.NameStart(), e.X.End), "ADK's session services have no %s, so nothing is stored", method).
			WithHint(appendDelta)
		switch {
		case method == "get_or_create_session":
			d.Hint = "call get_session, and create_session where that returns None"
		case gets:
			d.Hint = "get_session(…) returns a session with its state"
		}
		if gets {
			d.Message = "ADK's session services have no " + method + ": this call fails"
		}
		f.find(s, likelyUnless(of == known, d, "the service is not ADK's"))
		return true
	})
}

// meantToStore reports whether a method changes what is stored, by its name.
func meantToStore(method string) bool {
	verb, rest, _ := strings.Cut(method, "_")
	switch verb {
	case "update", "set", "save", "store", "persist", "commit":
		return strings.Contains(rest, "session") || strings.Contains(rest, "state")
	}
	return false
}
