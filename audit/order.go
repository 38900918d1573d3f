package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// order is when the agents of a project run, for the rules to ask.
type order struct {
	facts   *index
	agents  *schedule            // once it was asked for
	outputs map[diag.Span]string // the keys of answers by their places, likewise
}

// newOrder is the order of a project's agents.
func newOrder(facts *index) *order { return &order{facts: facts} }

// known are those of some agents that are seen.
func (o *order) known(numbers []int) (list []Agent) {
	for _, n := range numbers {
		if n >= 0 {
			list = append(list, o.facts.Agents[n])
		}
	}
	return list
}

// certain are an agent and those below it that run with it whatever a model decides, of those that
// are seen.
func (o *order) certain(n int) []Agent { return o.known(o.inOrder().certain(n)) }

// isRun reports whether a program is seen that runs an agent with a place in its instruction, and all
// that can run before. Nothing is kept there from other programs' sessions.
func (o *order) isRun(place diag.Span) bool {
	for n, a := range o.facts.Agents {
		if a.has(place) && slices.ContainsFunc(o.inOrder().turns[n], func(at turn) bool { return at.run && at.seen }) {
			return true
		}
	}
	return false
}

// isSetByAgents reports whether all that set a key are answers of agents that are seen, and
// tools.
func (o *order) isSetByAgents(writes []Fact) bool {
	return !slices.ContainsFunc(writes, func(w Fact) bool { return !w.Tool && len(o.saving(w)) == 0 })
}

// saving are the agents whose answers a fact is.
func (o *order) saving(w Fact) []int {
	if w.Kind != Output {
		return nil
	}
	return o.inOrder().savers[w.Place]
}

// setting is when something can have set a key before an agent needs it for the first time.
type setting uint8

const (
	perhaps  setting = iota
	byChance         // by what a model may call before, and may not
	byCaller         // by an agent that calls it, if that has ended a turn before
	tooLate
)

// whenSet says when something can have set a key before a place needs it, of all places where its
// agents run; run: a program is seen that runs them.
func (o *order) whenSet(f Fact, writes []Fact) (when setting, run bool) {
	order := o.inOrder()
	when = tooLate
	needed := false
	for n, a := range o.facts.Agents {
		if !a.has(f.Place) {
			continue
		}
		if len(order.turns[n]) == 0 {
			return perhaps, false // who runs it, and when, is not seen
		}
		for _, at := range order.turns[n] {
			needed, run = true, run || at.run
			when = min(when, o.setBefore(writes, at))
		}
	}
	if !needed || order.steps > mostSteps {
		return perhaps, false
	}
	return when, run
}

// inOrder is when the agents run.
func (o *order) inOrder() *schedule {
	if o.agents == nil {
		o.agents = scheduleOf(o.facts.Agents)
	}
	return o.agents
}

// setBefore says when something can have set a key before a turn.
func (o *order) setBefore(writes []Fact, at turn) setting {
	when := tooLate
	for _, w := range writes {
		if w.Tool {
			when = min(when, o.calledBefore(w, at))
		}
		for _, n := range o.saving(w) {
			switch {
			case at.run && o.inOrder().runsElsewhere(n, at.root):
				return perhaps
			case slices.Contains(at.callers, n):
				when = min(when, byCaller)
			case at.must[n]:
				return perhaps
			case at.ended[n]:
				when = min(when, byChance)
			}
		}
	}
	if when == byChance && !at.sure || when > byChance && !at.seen {
		return perhaps
	}
	return when
}

// runsElsewhere reports whether a program runs an agent from another root, too, which may be in the same
// session.
func (o *schedule) runsElsewhere(n, root int) bool {
	return slices.ContainsFunc(o.turns[n], func(t turn) bool { return t.root != root && t.run })
}

// calledBefore says whether a tool can have set a key before a turn. An agent whose turn was before
// is trusted to have called its tools.
func (o *order) calledBefore(w Fact, at turn) setting {
	owners := o.inOrder().owners[w.By]
	if len(owners) == 0 && at.begun {
		return perhaps
	}
	when := tooLate
	for _, n := range owners {
		switch {
		case at.run && o.inOrder().runsElsewhere(n, at.root):
			return perhaps
		case at.must[n]:
			return perhaps
		case at.ended[n]:
			when = byChance
		}
	}
	return when
}

// keyAt is the key of the answer that is saved at a place; empty: it is known in part, or that
// of a test.
func (o *order) keyAt(place diag.Span) string {
	if o.outputs == nil {
		o.outputs = map[diag.Span]string{}
		for _, k := range o.facts.keys {
			for _, w := range k.writes {
				o.outputs[w.Place] = k.name
			}
		}
	}
	return o.outputs[place]
}
