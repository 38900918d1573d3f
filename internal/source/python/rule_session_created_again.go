package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

var sessionCreatedAgain = diag.Register(diag.OnPython, diag.Rule{
	ID:       "session-created-again",
	Severity: diag.Error,
	Summary:  "create_session is called with the id of a session that exists, in Python",
	Why: "create_session updates nothing. ADK raises AlreadyExistsError or what the database does; older releases " +
		"replaced a session in memory by a new one, without its events.",
	Bad: `from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()

async def move(user, id, city):
    session = await service.get_session(app_name="trips", user_id=user, session_id=id)
    state = session.state | {"city": city}
    await service.create_session(app_name="trips", user_id=user, session_id=id, state=state)
`,
	Good: `from google.adk.events import Event, EventActions
from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()

async def move(user, id, city):
    session = await service.get_session(app_name="trips", user_id=user, session_id=id)
    await service.append_event(session, Event(author="user", actions=EventActions(state_delta={"city": city})))
`,
})

// findCreatedAgain reports create_session with a copy of the state of a session that the function got by the same id.
func findCreatedAgain(s *scope, f *found) {
	s.calls(func(e *syntax.Expr) {
		if s.serviceCall(e) != "create_session" || s.deletes() {
			return
		}
		id, session := e.Argument("session_id"), s.copied(e.Argument("state"))
		if id == nil || session == nil {
			return
		}
		got := waited(s.resolve(session).expr)
		if got == nil || s.serviceCall(got) != "get_session" || !s.sameSession(got, e) {
			return
		}
		d := diag.New(sessionCreatedAgain, s.of(id),
			"a session with this id exists: create_session fails, or begins it anew without its events").
			WithHint(appendDelta)
		d.Related = []diag.Related{{Span: s.of(got.X), Message: "the session is got here"}}
		f.find(s, likelyUnless(s.isADKs(e.X.X), d, "the service is not ADK's"))
	})
}

// copied is the session whose state is a part of an expression; nil: it is something else.
func (s *scope) copied(e *syntax.Expr) (session *syntax.Expr) {
	if to := s.resolve(e).expr; to != nil {
		e = to
	}
	e.Each(func(e *syntax.Expr) bool {
		if e.Is(syntax.Attribute, "state") && e.X.Kind == syntax.Name {
			session = e.X
		}
		return true
	})
	return session
}

// sameSession reports whether two calls name one session.
func (s *scope) sameSession(a, b *syntax.Expr) bool {
	for _, name := range []string{"session_id", "user_id", "app_name"} {
		x, y := a.Argument(name), b.Argument(name)
		if x == nil || y == nil || s.words(x) != s.words(y) || len(s.names[x.Dotted()]) > 1 {
			return false
		}
	}
	return true
}

// words is the text of an expression in the file.
func (s *scope) words(e *syntax.Expr) string { return s.source[e.Start:e.End] }

// deletes reports whether a function may delete sessions, by what it calls.
func (s *scope) deletes() bool {
	verbs := []string{"delete", "remove", "drop", "purge", "clear", "reset"}
	return s.any(func(e *syntax.Expr) bool {
		isVerb := func(verb string) bool { return strings.Contains(e.X.Last(), verb) }
		return e.Kind == syntax.Call && slices.ContainsFunc(verbs, isVerb)
	})
}
