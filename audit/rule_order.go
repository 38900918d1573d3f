package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// tooEarly reports a key that an instruction needs before anything can have set it: all that
// set it are agents that run later, and tools that only they have.
func tooEarly(j *judge, k *key) (list diag.List) {
	if len(j.Agents) == 0 {
		return nil
	}
	for _, f := range k.reads {
		writes := sharing(k.writes, f)
		if !f.Fails || f.Optional || len(writes) == 0 || !j.isSetByAgents(writes) || j.mayBe(f, (*Fact).writes) ||
			j.openFor(f, func(o Open) bool { return o.Writes }) != nil {
			continue
		}
		early, run := j.isEarly(f, writes)
		if !early {
			continue
		}
		d := diag.Diagnostic{
			ID: "read-before-write", Severity: diag.Warning, Span: f.Place,
			Message: diag.Quote(k.name) + " is needed here before anything can have set it: the first run fails",
			Hint:    "put what sets it first, or write {" + k.name + "?} if it may be missing; nothing is wrong if a client creates sessions with it",
			Related: places(writes, "it is set here, which runs later"),
		}
		if run && j.fails(f) {
			d.Severity = diag.Error
			d.Hint = "put what sets it first, write {" + k.name + "?} if it may be missing, or create sessions with it"
		}
		list = append(list, d)
	}
	return list
}

// isSetByAgents reports whether all that set a key are answers of agents that are seen, and
// tools.
func (j *judge) isSetByAgents(writes []Fact) bool {
	return !slices.ContainsFunc(writes, func(w Fact) bool { return !w.Tool && len(j.saving(w)) == 0 })
}

// saving are the agents whose answers a fact is.
func (j *judge) saving(w Fact) []int {
	if w.Kind != Output {
		return nil
	}
	return j.inOrder().savers[w.Place]
}

// isEarly reports whether nothing can have set a key when an agent needs it for the first
// time, in each place where the agent runs; run: a program is seen that runs it there.
func (j *judge) isEarly(f Fact, writes []Fact) (early, run bool) {
	order := j.inOrder()
	for n, a := range j.Agents {
		if !a.has(f.Place) {
			continue
		}
		if len(order.turns[n]) == 0 {
			return false, false // who runs it, and when, is not seen
		}
		for _, at := range order.turns[n] {
			if !at.seen || j.mayBeSet(writes, at) {
				return false, false
			}
			early, run = true, run || at.run
		}
	}
	return early && order.steps <= mostSteps, run
}

// inOrder is when the agents run.
func (j *judge) inOrder() *order {
	if j.order == nil {
		j.order = orderOf(j.Agents)
	}
	return j.order
}

// mayBeSet reports whether something can have set a key before a turn.
func (j *judge) mayBeSet(writes []Fact, at turn) bool {
	return slices.ContainsFunc(writes, func(w Fact) bool {
		return w.Tool && at.begun || slices.ContainsFunc(j.saving(w), func(n int) bool { return at.ended[n] })
	})
}

// raced reports a key under which two agents save their answers that run at the same time.
func (j *judge) raced() (list diag.List) {
	for _, a := range j.Agents {
		if a.Runs != Parallel {
			continue
		}
		first := map[string]diag.Span{}
		for _, n := range a.Below {
			if n < 0 || j.Agents[n].Output.File == "" {
				continue
			}
			key, place := j.keyAt(j.Agents[n].Output), j.Agents[n].Output
			other, twice := first[key]
			switch {
			case key == "":
			case !twice:
				first[key] = place
			case other != place:
				list = append(list, diag.Diagnostic{
					ID: "parallel-write", Severity: diag.Error, Span: place,
					Message: diag.Quote(key) + " gets the answers of agents that run at the same time: only the last one is kept",
					Hint:    "give each its own output key",
					Related: []diag.Related{{Span: other, Message: "it is set here, too"}},
				})
			}
		}
	}
	return list
}

// keyAt is the key of the answer that is saved at a place; empty: it is known in part, or that
// of a test.
func (j *judge) keyAt(place diag.Span) string {
	if j.outputs == nil {
		j.outputs = map[diag.Span]string{}
		for _, k := range j.keys {
			for _, w := range k.writes {
				j.outputs[w.Place] = k.name
			}
		}
	}
	return j.outputs[place]
}
