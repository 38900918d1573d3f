package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

var unknownServiceMethod = diag.Register(diag.OnPython, diag.Rule{
	ID:       "unknown-service-method",
	Severity: diag.Error,
	Summary:  "a call of a method that ADK's session services for Python don't have",
	Why: "There is no update_session, update_session_state or save_session: the call fails, and what was changed " +
		"in the session is not stored. A session service stores what an event's state delta says.",
	Bad: `from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()

async def move(session, city):
    session.state["city"] = city
    await service.update_session(session)
`,
	Good: `from google.adk.events import Event, EventActions
from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()

async def move(session, city):
    await service.append_event(session, Event(author="user", actions=EventActions(state_delta={"city": city})))
`,
})

// appendDelta is how a session that exists is changed.
const appendDelta = "append an event with a state delta: " +
	"append_event(session, Event(…, actions=EventActions(state_delta={…})))"

// findUnknownMethods reports calls of methods that would change or return a state, if services had them.
func findUnknownMethods(s *scope, f *found) {
	s.calls(func(call *syntax.Expr) {
		if call.X.Kind == syntax.Attribute {
			f.unknownMethod(s, call)
		}
	})
}

func (f *found) unknownMethod(s *scope, call *syntax.Expr) {
	method := call.X.Name
	verb, rest, _ := strings.Cut(method, "_")
	isSync := strings.HasSuffix(rest, "_sync") // which sessions in memory have
	if ofServices[method] || isSync || !strings.Contains(rest, "session") && !strings.Contains(rest, "state") {
		return
	}
	d := diag.New(unknownServiceMethod, s.span(call.X.NameStart(), call.X.End), "ADK's session services have no %s", method)
	switch verb {
	case "update", "set", "save", "store", "persist", "commit":
		d.Message += ", so nothing is stored"
		d.Hint = appendDelta
	case "get":
		d.Message += ": this call fails"
		d.Hint = "get_session(…) returns a session with its state, or None"
	default:
		return
	}
	of := s.service(call.X.X)
	if of == known || of == presumed && !s.project.methods[method] {
		f.find(s, likelyUnless(of == known, d, "the service is not ADK's"))
	}
}
