package python

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

var droppedEvents = diag.Register(diag.OnPython, diag.Rule{
	ID:       "dropped-events",
	Severity: diag.Error,
	Summary:  "an agent in Python runs another one, and hands none of its events on",
	Why: "Output keys and what tools set are in the events of an agent, and the runner stores those that it gets. " +
		"An agent that runs another one in _run_async_impl and doesn't yield the events drops them: the answer is in " +
		"no session.",
	Bad: `from google.adk.agents import BaseAgent

class Trip(BaseAgent):
    async def _run_async_impl(self, ctx):
        async for event in self.planner.run_async(ctx):
            pass
`,
	Good: `from google.adk.agents import BaseAgent

class Trip(BaseAgent):
    async def _run_async_impl(self, ctx):
        async for event in self.planner.run_async(ctx):
            yield event
`,
})

// findDroppedEvents reports async for _ in agent.run_async(ctx) in an agent's own run, if nothing is done with the
// events. A runner takes names instead, and stores the events itself.
func findDroppedEvents(s *scope, f *found) {
	if s.stmt.Name != "_run_async_impl" || s.outer.stmt.Kind != syntax.Class {
		return
	}
	class := ""
	for _, base := range s.outer.stmt.Exprs {
		class += s.outer.agentClass(base, mostSteps)
	}
	s.eachStmt(func(in *syntax.Stmt) {
		if in.Kind != syntax.Loop || !in.Async || class == "" {
			return
		}
		run := in.Exprs[1]
		if run.Kind != syntax.Call || !run.X.Is(syntax.Attribute, "run_async") || run.Positional(0) == nil {
			return
		}
		used := false
		for _, below := range in.Body {
			below.Each(func(e *syntax.Expr) bool {
				used = used || e.Name == "yield" || e.Name != "" && e.Name == in.Exprs[0].Last()
				return !used
			})
			used = used || below.Kind == syntax.Return || below.Is("raise")
		}
		if !used {
			f.find(s, diag.New(droppedEvents, s.span(run.X.NameStart(), run.X.End),
				"the events of this run are dropped, so no session stores what the agent answers or sets").
				WithHint("yield each of them: async for event in agent.run_async(ctx): yield event"))
		}
	})
}
