package python

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

var missingAwait = diag.Register(diag.OnPython, diag.Rule{
	ID:       "missing-await",
	Severity: diag.Error,
	Summary:  "nothing waits for a call of a Python session service",
	Why: "The methods of session services are coroutines since ADK 1.0 for Python. Without await they never run: " +
		"no session is created, and what they return has no state.",
	Bad: "from google.adk.sessions import InMemorySessionService\n" +
		"\n" +
		"service = InMemorySessionService()\n" +
		"\n" +
		"\n" +
		"async def city():\n" +
		"    await service.create_session(app_name=\"trips\", user_id=\"u\", session_id=\"s\")\n" +
		"    session = service.get_session(app_name=\"trips\", user_id=\"u\", session_id=\"s\")\n" +
		"    return session.state[\"city\"]\n",
	Good: "from google.adk.sessions import InMemorySessionService\n" +
		"\n" +
		"service = InMemorySessionService()\n" +
		"\n" +
		"\n" +
		"async def city():\n" +
		"    await service.create_session(app_name=\"trips\", user_id=\"u\", session_id=\"s\")\n" +
		"    session = await service.get_session(app_name=\"trips\", user_id=\"u\", session_id=\"s\")\n" +
		"    return session.state[\"city\"]\n",
})

// firstAsync is the first release whose services' methods are coroutines.
var firstAsync = release{1, 0}

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
	var look func(e *syntax.Expr) bool
	look = func(e *syntax.Expr) bool {
		switch {
		case e.Kind == syntax.Attribute && e.X.Is(syntax.Name, name):
			if used == nil && e.Start >= after {
				used = e
			}
			return false
		case e.Is(syntax.Name, name):
			only = only && e.Start < after
		case e.Is(syntax.Binary, "and"), e.Is(syntax.Binary, "or"):
			for _, item := range e.Items {
				if !item.Is(syntax.Name, name) {
					item.Each(look)
				}
			}
			return false
		}
		return true
	}
	s.stmt.Each(look)
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
	installed := s.installed()
	if installed.before(firstAsync) {
		return
	}
	certain := s.isADKs(call.X.X) && (installed.since(firstAsync) || s.project.waits(s.file))
	f.find(s, likelyUnless(certain, d, "this is ADK before 1.0, or a service that is not ADK's"))
}

// waits reports whether a file waits for a session service somewhere, or one that it imports or that imports it: then
// this is ADK 1.0 or later.
func (p *project) waits(f *file) bool {
	for _, other := range p.files {
		if other.awaits && p.program(other) == p.program(f) {
			return true
		}
	}
	return false
}
