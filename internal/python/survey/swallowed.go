package survey

import "github.com/seed92179c4c/stategen/internal/python/adk"

// swallowed notes async for _ in agent.run_async(ctx): in an agent's own run, whose first token is
// given, if nothing is done with the events: a session stores what the runner gets.
func (r *checker) swallowed(line int) {
	event, def := line+2, r.Around(line).Def
	method, next := r.Dotted(line + 4)
	if r.Word(line+1) != "for" || r.Word(line+3) != "in" || def < 0 || r.Word(r.NameOf(def)) != "_run_async_impl" ||
		r.Word(next) != "(" || r.Word(next-1) != "run_async" || method == "run_async" {
		return
	}
	context := r.Value(next + 1) // a runner takes names instead, and stores the events itself
	if context.End != r.Closing(next) || r.Word(context.First+1) == "=" || r.Word(context.End+1) != ":" {
		return
	}
	isUsed := r.InBody(line, func(i int) bool {
		word := r.Word(i)
		return i > event && (word == r.Word(event) || word == "yield" || word == "return" || word == "raise")
	})
	class := r.ClassAround(line)
	if !isUsed && class >= 0 && adk.IsAgentClass(r.Scope, class, 0) {
		r.misuse(EventsDropped, next-1, next-1, "", adk.IsOwnAgentClass(r.Scope, class, 0))
	}
}
