package order

import (
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/diag"
)

// turn is a time when an agent may run for the first time.
type turn struct {
	ended map[int]bool // agents that may have ended before
	// must are those of them that have ended whatever a model decides; sure: there are no others.
	must  map[int]bool
	sure  bool
	begun bool // whether a model may have called tools before
	seen  bool // whether all is seen that can run before
	run   bool // whether a program is seen that runs the root
	root  int
	// callers are agents that have called this one, or handed over to it, in their own turn.
	callers []int
	tools   []int // this one, and those of them, that a tool has called: each has a session of its own
}

// after is a turn after one, at which more agents may have ended.
func (t turn) after(agents []int) turn {
	next := t
	next.ended = maps.Clone(t.ended)
	for _, n := range agents {
		if n < 0 {
			next.seen = false
			continue
		}
		next.ended[n], next.begun = true, true
	}
	return next
}

// afterAll is a turn after one, at which agents have ended.
func (t turn) afterAll(agents []int) turn {
	t.must = maps.Clone(t.must)
	for _, n := range agents {
		t.must[n], t.sure = true, t.sure && n >= 0
	}
	return t
}

// schedule is when the agents of a project run, from its roots on.
type schedule struct {
	agents []audit.Agent
	turns  map[int][]turn      // of each agent with a model
	savers map[diag.Span][]int // the agents that save their answers at a place
	owners map[string][]int    // the agents whose models call a tool, by its name
	steps  int
}

// An agent is in one place of one tree, or ADK refuses it.
const (
	mostSteps = 5000 // agents that are visited
	mostDeep  = 30   // trees
)

func scheduleOf(agents []audit.Agent) *schedule {
	o := &schedule{agents: agents, turns: map[int][]turn{}, savers: map[diag.Span][]int{}, owners: map[string][]int{}}
	for n, a := range agents {
		if a.Output.File != "" {
			o.savers[a.Output] = append(o.savers[a.Output], n)
		}
		for _, name := range a.Tools {
			o.owners[name] = append(o.owners[name], n)
		}
		if a.Root {
			o.run(n, turn{ended: map[int]bool{}, must: map[int]bool{}, sure: true, seen: true, run: a.Run, root: n}, 0)
		}
	}
	return o
}

// run visits an agent, and those below it.
func (o *schedule) run(n int, at turn, deep int) {
	o.steps++
	if n < 0 || deep > mostDeep || o.steps > mostSteps {
		return
	}
	a := o.agents[n]
	at.seen, at.sure = at.seen && !a.Prepared, at.sure && !a.Prepared
	if a.Runs == audit.Model {
		o.turns[n] = append(o.turns[n], at)
		at = at.after([]int{n})
		at.callers = append(slices.Clip(at.callers), n)
	}
	outside := at.tools
	for i, b := range a.Below {
		at.tools = outside
		if a.Runs == audit.Model && !slices.Contains(a.Hands, b) {
			at.tools = append(slices.Clip(outside), b)
		}
		switch {
		case a.Runs == audit.Sequence || a.Runs == audit.Loop:
			o.run(b, at, deep+1)
			at = at.after(o.under(b)).afterAll(o.certain(b))
		case a.Runs == audit.Parallel && b >= 0 && o.agents[b].Runs == audit.Model: // all of them begin at once
			o.run(b, at, deep+1)
		default:
			o.run(b, o.afterOthers(at, a.Below, i), deep+1)
		}
	}
}

// afterOthers is a turn of one of several agents that run in any order.
func (o *schedule) afterOthers(at turn, list []int, but int) turn {
	for i, n := range list {
		if i != but {
			at = at.after(o.under(n))
		}
	}
	return at
}

// certain are an agent and those below it that run with it whatever a model decides.
func (o *schedule) certain(n int) []int {
	return o.reached(n, 0, func(a audit.Agent) bool { return a.Runs != audit.Model })
}

// under are an agent and all below it.
func (o *schedule) under(n int) []int {
	return o.reached(n, 0, func(audit.Agent) bool { return true })
}

// reached are an agent and those below it, but for what is below agents that don't go on; -1: there
// are others.
func (o *schedule) reached(n, deep int, goesOn func(audit.Agent) bool) []int {
	if n < 0 || deep > mostDeep {
		return []int{-1}
	}
	list := []int{n}
	if !goesOn(o.agents[n]) {
		return list
	}
	for _, b := range o.agents[n].Below {
		if o.steps++; o.steps > mostSteps {
			return []int{-1}
		}
		list = append(list, o.reached(b, deep+1, goesOn)...)
	}
	return list
}
