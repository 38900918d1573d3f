package python

// swallowed notes async for _ in agent.run_async(ctx): in an agent's own run, whose first token is
// given, if nothing is done with the events: a session stores what the runner gets.
func (r *reader) swallowed(line int) {
	event, def := line+2, r.around(line).def
	method, next := r.dotted(line + 4)
	if r.word(line+1) != "for" || r.word(line+3) != "in" || def < 0 || r.word(r.nameOf(def)) != "_run_async_impl" ||
		r.word(next) != "(" || r.word(next-1) != "run_async" || method == "run_async" {
		return
	}
	context := r.value(next + 1) // a runner takes names instead, and stores the events itself
	if context.end != r.closing(next) || r.word(context.first+1) == "=" || r.word(context.end+1) != ":" {
		return
	}
	isUsed := r.inBody(line, func(i int) bool {
		word := r.word(i)
		return i > event && (word == r.word(event) || word == "yield" || word == "return" || word == "raise")
	})
	class := r.classAround(line)
	if !isUsed && class >= 0 && r.isAgentClass(class, 0) {
		r.misuse(EventsDropped, next-1, next-1, "", r.derivesFromADK(class, 0))
	}
}
