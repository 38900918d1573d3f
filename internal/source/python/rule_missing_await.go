package python

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

var missingAwait = diag.Register(diag.OnPython, diag.Rule{
	ID:       "missing-await",
	Severity: diag.Error,
	Summary:  "nothing waits for a call of a Python session service",
	Why: "The methods of session services are coroutines since ADK 1.0 for Python. Without await they never run: " +
		"no session is created, and what they return has no state.",
	Bad: `from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()

async def city():
    await service.create_session(app_name="trips", user_id="u", session_id="s")
    session = service.get_session(app_name="trips", user_id="u", session_id="s")
    return session.state["city"]
`,
	Good: `from google.adk.sessions import InMemorySessionService

service = InMemorySessionService()

async def city():
    await service.create_session(app_name="trips", user_id="u", session_id="s")
    session = await service.get_session(app_name="trips", user_id="u", session_id="s")
    return session.state["city"]
`,
})

// findUnawaited reports calls of session services that never run: statements of their own, and those whose result is
// used as a session.
func (f *found) findUnawaited(s *scope) {
	for _, c := range s.calls {
		service, method := s.ofService(c.callee)
		if c.waited || !ofServices[method] {
			continue
		}
		at := s.span(c.callee.End()-len(method), c.callee.End())
		d := diag.New(missingAwait, at, "nothing waits for %s, so it never runs", method).
			WithHint("write await before it, or asyncio.run(…) around it in a function that is not async")
		used, isLost := c.more, c.more.Begins(".") || len(c.in.Line) == len(c.Expr)
		if len(c.in.Targets) == 1 && len(c.in.Value) == len(c.Expr) {
			used, isLost = s.asked(c.in.Targets[0].Name(), c.in.End)
		}
		if !isLost {
			continue
		}
		if len(used) > 0 {
			d.Message = method + " returns a coroutine here, which is no session: nothing waits for it"
			d.Related = []diag.Related{{Span: s.of(used), Message: "it is used as a session here"}}
		}
		doubt := "this is ADK before 1.0, or a service that is not ADK's"
		// Where a program waits for a session service elsewhere, this is ADK 1.0 or later.
		waits := func(f *file) bool { return f.awaits && f.program() == s.program() }
		if s.isADKs(service) && slices.ContainsFunc(s.project.files, waits) {
			doubt = ""
		}
		f.find(d, doubt)
	}
}

// asked is where something is asked of a name behind a place, and whether it is only asked and tested there.
func (s *scope) asked(name string, after int) (used syntax.Expr, only bool) {
	only = name != ""
	s.stmt.Each(func(in syntax.Expr, from, to int) {
		switch e := in[from:to]; {
		case e.Start() < after || !e[0].Is(name):
		case len(e) > 2 && e[1].Is("."):
			if used == nil {
				used = e[:3]
			}
		case len(e) == 1 && !isTested(in, from, to):
			only = false
		}
	})
	return used, only
}
