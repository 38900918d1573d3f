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
func findUnawaited(s *scope, f *found) {
	s.eachStmt(func(in *syntax.Stmt) {
		switch {
		case in.Kind == syntax.Plain && in.Name == "" && s.isCoroutine(in.Exprs[0]):
			f.unawaited(s, in.Exprs[0], nil)
		case in.Kind == syntax.Assign && in.Exprs[0].Kind == syntax.Name && s.isCoroutine(in.Value()):
			if used, only := s.asked(in.Exprs[0].Name, in.End); only {
				f.unawaited(s, in.Value(), used)
			}
		}
	})
	s.all(func(e *syntax.Expr) bool {
		if e.Kind == syntax.Attribute && s.isCoroutine(e.X) {
			f.unawaited(s, e.X, e)
		}
		return true
	})
}

func (s *scope) isCoroutine(e *syntax.Expr) bool {
	return e != nil && e.Kind == syntax.Call && waited(e) == e && ofServices[s.serviceCall(e)]
}

// asked is where something is asked of a name behind a place, and whether it is only asked and tested there.
func (s *scope) asked(name string, after int) (used *syntax.Expr, only bool) {
	only = true
	tested := map[*syntax.Expr]bool{}
	s.stmt.Each(func(e *syntax.Expr) bool {
		isAsked := e.Kind == syntax.Attribute && e.X.Is(syntax.Name, name)
		if isAsked && used == nil && e.Start >= after {
			used = e
		}
		if e.Is(syntax.Binary, "and") || e.Is(syntax.Binary, "or") {
			for _, item := range e.Items {
				tested[item] = true
			}
		}
		only = only && (tested[e] || !e.Is(syntax.Name, name) || e.Start < after)
		return !isAsked
	})
	return used, only
}

func (f *found) unawaited(s *scope, call, used *syntax.Expr) {
	method := call.X.Name
	at := s.span(call.X.NameStart(), call.X.End)
	d := diag.New(missingAwait, at, "nothing waits for %s, so it never runs", method).
		WithHint("write await before it, or asyncio.run(…) around it in a function that is not async")
	if used != nil {
		d.Message = method + " returns a coroutine here, which is no session: nothing waits for it"
		d.Related = []diag.Related{{Span: s.of(used), Message: "it is used as a session here"}}
	}
	// Where a program waits for a session service elsewhere, this is ADK 1.0 or later.
	waits := func(f *file) bool { return f.awaits && s.project.program(f) == s.project.program(s.file) }
	certain := s.isADKs(call.X.X) && slices.ContainsFunc(s.project.files, waits)
	f.find(s, likelyUnless(certain, d, "this is ADK before 1.0, or a service that is not ADK's"))
}
