package order

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
)

// Order is when the agents of a project run, for the rules to ask.
type Order struct {
	facts   *index.Index
	agents  *schedule            // once it was asked for
	outputs map[diag.Span]string // the keys of answers by their places, likewise
}

// New is the order of a project's agents.
func New(facts *index.Index) *Order { return &Order{facts: facts} }

// Known are those of some agents that are seen.
func (o *Order) Known(numbers []int) (list []audit.Agent) {
	for _, n := range numbers {
		if n >= 0 {
			list = append(list, o.facts.Agents[n])
		}
	}
	return list
}

// Certain are an agent and those below it that run with it whatever a model decides, of those that
// are seen.
func (o *Order) Certain(n int) []audit.Agent { return o.Known(o.inOrder().certain(n)) }

// IsRun reports whether a program is seen that runs an agent with a place in its instruction, and all
// that can run before. Nothing is kept there from other programs' sessions.
func (o *Order) IsRun(place diag.Span) bool {
	for n, a := range o.facts.Agents {
		if a.Has(place) && slices.ContainsFunc(o.inOrder().turns[n], func(at turn) bool { return at.run && at.seen }) {
			return true
		}
	}
	return false
}

// IsSetByAgents reports whether all that set a key are answers of agents that are seen, and
// tools.
func (o *Order) IsSetByAgents(writes []audit.Fact) bool {
	return !slices.ContainsFunc(writes, func(w audit.Fact) bool { return !w.Tool && len(o.saving(w)) == 0 })
}

// saving are the agents whose answers a fact is.
func (o *Order) saving(w audit.Fact) []int {
	if w.Kind != audit.Output {
		return nil
	}
	return o.inOrder().savers[w.Place]
}

// Setting is when something can have set a key before an agent needs it for the first time.
type Setting uint8

// When a key can have been set before.
const (
	Perhaps  Setting = iota
	ByChance         // by what a model may call before, and may not
	ByCaller         // by an agent that calls it, if that has ended a turn before
	TooLate
)

// WhenSet says when something can have set a key before a place needs it, of all places where its
// agents run; run: a program is seen that runs them.
func (o *Order) WhenSet(f audit.Fact, writes []audit.Fact) (when Setting, run bool) {
	order := o.inOrder()
	when = TooLate
	needed := false
	for n, a := range o.facts.Agents {
		if !a.Has(f.Place) {
			continue
		}
		if len(order.turns[n]) == 0 {
			return Perhaps, false // who runs it, and when, is not seen
		}
		for _, at := range order.turns[n] {
			needed, run = true, run || at.run
			when = min(when, o.setBefore(writes, at))
		}
	}
	if !needed || order.steps > mostSteps {
		return Perhaps, false
	}
	return when, run
}

// inOrder is when the agents run.
func (o *Order) inOrder() *schedule {
	if o.agents == nil {
		o.agents = scheduleOf(o.facts.Agents)
	}
	return o.agents
}

// setBefore says when something can have set a key before a turn.
func (o *Order) setBefore(writes []audit.Fact, at turn) Setting {
	when := TooLate
	for _, w := range writes {
		if w.Tool {
			when = min(when, o.calledBefore(w, at))
		}
		for _, n := range o.saving(w) {
			switch {
			case at.run && o.inOrder().runsElsewhere(n, at.root):
				return Perhaps
			case slices.Contains(at.callers, n):
				when = min(when, ByCaller)
			case at.must[n]:
				return Perhaps
			case at.ended[n]:
				when = min(when, ByChance)
			}
		}
	}
	if when == ByChance && !at.sure || when > ByChance && !at.seen {
		return Perhaps
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
func (o *Order) calledBefore(w audit.Fact, at turn) Setting {
	owners := o.inOrder().owners[w.By]
	if len(owners) == 0 && at.begun {
		return Perhaps
	}
	when := TooLate
	for _, n := range owners {
		switch {
		case at.run && o.inOrder().runsElsewhere(n, at.root):
			return Perhaps
		case at.must[n]:
			return Perhaps
		case at.ended[n]:
			when = ByChance
		}
	}
	return when
}

// KeyAt is the key of the answer that is saved at a place; empty: it is known in part, or that
// of a test.
func (o *Order) KeyAt(place diag.Span) string {
	if o.outputs == nil {
		o.outputs = map[diag.Span]string{}
		for _, k := range o.facts.Keys {
			for _, w := range k.Writes {
				o.outputs[w.Place] = k.Name
			}
		}
	}
	return o.outputs[place]
}
