package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
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
func (f *found) findUnknownMethods(s *scope) {
	for _, c := range s.calls {
		of, method := c.callee.Attribute()
		if !isUnknown(method) {
			continue
		}
		at := s.span(c.callee.End()-len(method), c.callee.End())
		d := diag.New(unknownServiceMethod, at, "ADK's session services have no %s", method)
		switch verb, _, _ := strings.Cut(method, "_"); {
		case slices.Contains([]string{"update", "set", "save", "store", "persist", "commit"}, verb):
			d.Message += ", so nothing is stored"
			d.Hint = appendDelta
		case verb == "get":
			d.Message += ": this call fails"
			d.Hint = "get_session(…) returns a session with its state, or None"
		default:
			continue
		}
		switch is := s.service(of); {
		case is == known:
			f.find(d, "")
		case is == presumed && !s.project.methods[method]:
			f.find(d, "the service is not ADK's")
		}
	}
}

// isUnknown reports whether a method looks like one of a session service, and no service has it.
func isUnknown(method string) bool {
	_, rest, _ := strings.Cut(method, "_")
	isSync := strings.HasSuffix(rest, "_sync") // which sessions in memory have
	isLike := strings.Contains(rest, "session") || strings.Contains(rest, "state")
	return isLike && !isSync && !ofServices[method]
}
