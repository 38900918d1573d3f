package survey

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// running are the functions that run agents by a runner, on a session that they name.
type running struct {
	named map[string]bool            // their names
	calls map[names.Place][]int      // of each, where it does so: the methods' names
	runs  map[names.Place][]agentRun // of functions that were asked about
}

// agentRun is where agents run on a session: by a runner's method, or a function that calls one.
type agentRun struct {
	at       int // the name of the method or function
	line     int // that is over when the run is
	end      int // of the loop over its events, or of the call
	through  int // the function that runs them; -1: a runner does
	in       *names.File
	events   bool // it gives events, which are looked through
	resolved bool // it is surely that function
}

// runMethods are those of runners that get a session by its id. A live run may get the session itself.
var runMethods = map[string]bool{"run": true, "run_async": true, "run_debug": true}

// isRun reports whether the name at a token is that of a runner's method which is called.
func isRun(f *names.File, i int) bool {
	if !runMethods[f.Word(i)] || f.Word(i-1) != "." || f.Word(i+1) != "(" {
		return false
	}
	_, hasID := f.Keyword(i+1, "session_id")
	_, hasMessage := f.Keyword(i+1, "new_message")
	_, hasSession := f.Keyword(i+1, "session")
	return hasID && (hasMessage || f.Word(i) == "run_debug") && !hasSession
}

// running are the functions of the project that run agents.
func (p *surveyor) running() *running {
	if p.runners != nil {
		return p.runners
	}
	p.runners = &running{named: map[string]bool{}, calls: map[names.Place][]int{}, runs: map[names.Place][]agentRun{}}
	for _, path := range p.Paths() {
		f := p.Files[path]
		for i := range f.Plain {
			if f.Tokens[i].Kind != syntax.Name || !isRun(f, i) {
				continue
			}
			of := names.Place{In: f, At: f.Around(i).Def}
			p.runners.calls[of] = append(p.runners.calls[of], i)
			if of.At >= 0 {
				p.runners.named[f.Word(f.NameOf(of.At))] = true
			}
		}
	}
	return p.runners
}

// mostRuns is how many runs of one function are looked at.
const mostRuns = 20

// runsIn are the runs in a function, or in the lines of the module; none if that is too long.
func (r *checker) runsIn(def int) (list []agentRun) {
	all := r.project.running()
	of := names.Place{In: r.File, At: def}
	if known, ok := all.runs[of]; ok {
		return known
	}
	all.runs[of] = nil
	from, to := def+1, r.Plain
	if def >= 0 {
		to = r.EndOf(def)
	}
	if !r.project.Search(to - from) {
		return nil
	}
	for i := from; i < to && len(list) < mostRuns; i++ {
		if r.Tokens[i].Kind != syntax.Name || r.Word(i+1) != "(" || r.Around(i).Def != def {
			continue
		}
		run := agentRun{at: i, through: -1, in: r.File, events: r.Word(i) != "run_debug", resolved: true}
		if !isRun(r.File, i) && !r.calledRun(&run) {
			continue
		}
		if r.findEnd(&run) {
			list = append(list, run)
		}
	}
	all.runs[of] = list
	return list
}

// calledRun finds the function that runs agents, and is called by a name.
func (r *checker) calledRun(run *agentRun) (ok bool) {
	name := r.Word(run.at)
	if !r.project.running().named[name] || r.Word(run.at-1) == "def" || !r.project.Search(names.MostBody/10) {
		return false
	}
	if run.in, run.through, ok = r.Callee(run.at + 1); !ok && r.Word(run.at-1) == "." {
		run.in, run.through, ok = r.project.Only(name)
		run.resolved = false
	}
	if !ok || len(r.project.running().calls[names.Place{In: run.in, At: run.through}]) == 0 {
		return false
	}
	run.resolved = run.resolved && !run.in.IsDecorated(run.through)
	run.events = run.in.InBody(run.through, func(i int) bool { return run.in.Word(i) == "yield" && run.in.Around(i).Def == run.through })
	return true
}

// findEnd finds where a run is over; false: it goes on elsewhere, or it can't be told.
func (r *checker) findEnd(run *agentRun) bool {
	shut := r.Closing(run.at + 1)
	waited := r.isWaited(run.at)
	isAsync := run.through >= 0 && run.in.Word(run.through) == "async" || r.Word(run.at) == "run_debug"
	first := r.StartOf(run.at)
	line := r.Tokens[run.at].Line
	if run.events && r.Word(line+1) == "=" && first == line+2 && r.Word(shut+1) == "" {
		return r.findLoop(run, r.Word(line), shut)
	}
	run.line = line
	return r.endsAt(run, shut, !isAsync && !run.events || waited)
}

// endsAt says where the run is over whose line is known.
func (r *checker) endsAt(run *agentRun, shut int, over bool) bool {
	head := r.Word(run.line)
	if head == "async" {
		head = r.Word(run.line + 1)
	}
	switch head {
	case "for", "with":
		run.end = r.EndOf(run.line)
		return true
	case "return", "raise":
		return false
	}
	run.end = shut + 1
	return over
}

// isWaited reports whether the statement of a call waits for it: by await, asyncio.run(…), a
// comprehension, or list(…).
func (r *checker) isWaited(at int) bool {
	line := r.Tokens[at].Line
	for i := max(line, at-names.MostMerged); i < at; i++ {
		switch r.Word(i) {
		case "await", "for", "run", "run_until_complete", "list", "tuple":
			return true
		}
	}
	return false
}

// findLoop finds the loop that looks through the events of a run, which a name stands for.
func (r *checker) findLoop(run *agentRun, name string, from int) bool {
	def := r.Around(run.at).Def
	if !r.project.Search(names.MostBody) {
		return false
	}
	for i := from; i < min(r.EndOf(r.Tokens[run.at].Line)+names.MostBody, r.Plain); i++ {
		if r.Word(i) != name || r.Word(i-1) == "." || r.Around(i).Def != def {
			continue
		}
		isLooked := r.Word(i-1) == "in" || strings.HasSuffix(r.Word(i-2), "closing") || r.Word(i-2) == "list"
		run.line = r.Tokens[i].Line
		return isLooked && r.endsAt(run, i, true)
	}
	return false
}

// isOf reports whether a run is one on the session that a name stands for in its function, or whose
// id is one of some expressions.
func (r *checker) isOf(run agentRun, session string, ids []string) bool {
	if run.through < 0 {
		id, _ := r.Keyword(run.at+1, "session_id")
		if to, ok := r.Local(id); ok && !slices.Contains(ids, r.Words(id)) {
			id = to
		}
		return slices.Contains(ids, r.Words(id))
	}
	open := run.at + 1
	for i := open + 1; i < r.Closing(open) && i < open+names.MostMerged; i = r.ExprEnd(i) + 1 {
		if r.Word(i+1) == "=" {
			i += 2
		}
		v := r.Value(i)
		switch words := r.Words(v); {
		case words == session:
			return r.onlyNames(run, i)
		case slices.Contains(ids, words):
			return true
		}
	}
	return r.isOfOuter(run, ids)
}

// isOfOuter reports whether a function runs agents on a session of an outer name, by its id.
func (r *checker) isOfOuter(run agentRun, ids []string) bool {
	def := r.Around(run.at).Def
	isNested := run.in == r.File && def >= 0 && r.Around(run.through).Def == def
	return slices.ContainsFunc(r.project.running().calls[names.Place{In: run.in, At: run.through}], func(i int) bool {
		id, _ := run.in.Keyword(i+1, "session_id")
		first, _, _ := strings.Cut(id.Name, ".")
		isOuter := id.Kind == syntax.Reference && !run.in.IsOwn(first, run.through) && (isNested || run.in == r.File && !r.IsOwn(first, def))
		return isOuter && slices.Contains(ids, run.in.Words(id))
	})
}

// onlyNames reports whether a function does no more with the session that an argument gives to it, at a
// token, than to ask for its names.
func (r *checker) onlyNames(run agentRun, argument int) bool {
	there := r.project.Scope(run.in)
	params := there.Parameters(run.through)
	n := there.GivenAs(names.Place{In: r.File, At: run.at + 1}, run.through, argument)
	if n < 0 || n >= len(params) || !r.project.Search(run.in.EndOf(run.through)-run.through) {
		return false
	}
	open := run.in.NameOf(run.through) + 1
	return !run.in.InBody(run.through, func(i int) bool {
		isIt := i > run.in.Closing(open) && run.in.Word(i) == params[n].Name && run.in.Word(i-1) != "."
		return isIt && !(run.in.Word(i+1) == "." && namesOfSessions[run.in.Word(i+2)])
	})
}

// namesOfSessions are the attributes of a session that a run doesn't change.
var namesOfSessions = map[string]bool{"id": true, "user_id": true, "app_name": true}
