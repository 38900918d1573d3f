package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// tooEarly reports a key that an instruction needs before anything has set it, or need have: all
// that set it are agents that run later, and tools that only they have, or what a model may leave
// out.
func tooEarly(j *judge, k *key) (list diag.List) {
	if len(j.Agents) == 0 {
		return nil
	}
	said := map[string]bool{} // once in a file
	var chance []Fact
	for _, f := range k.reads {
		writes := sharing(k.writes, f)
		if said[f.Place.File] || !f.Fails || f.Optional || len(writes) == 0 || !j.isSetByAgents(writes) || j.mayBe(f, (*Fact).writes) ||
			j.openFor(f, func(o Open) bool { return o.Writes }) != nil {
			continue
		}
		when, run := j.whenSet(f, writes)
		said[f.Place.File] = when != perhaps
		switch {
		case when == tooLate:
			list = append(list, j.neverBefore(f, writes, run))
		case when == byChance:
			chance = append(chance, f)
		case when == byCaller:
			list = append(list, diag.Diagnostic{
				ID: "read-before-write", Severity: diag.Warning, Span: f.Place,
				Message: diag.Quote(k.name) + " is the answer of an agent that calls this one: the run fails unless it has answered in an earlier turn",
				Hint:    "write {" + k.name + "?}, or hand over what is needed by a key that a tool sets; nothing is wrong if it has always ended a turn before",
				Related: places(writes, "it is set here, when that agent's turn ends"),
			})
		}
	}
	return append(list, apart(chance, func(f Fact) *diag.Diagnostic { return needNotBe(f, sharing(k.writes, f), others(chance, f)) })...)
}

// neverBefore is the finding about a key that is needed before anything can have set it.
func (j *judge) neverBefore(f Fact, writes []Fact, run bool) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: "read-before-write", Severity: diag.Warning, Span: f.Place,
		Message: diag.Quote(f.Key) + " is needed here before anything can have set it: the first run fails",
		Hint:    "put what sets it first, or write {" + f.Key + "?} if it may be missing; nothing is wrong if a client creates sessions with it",
		Related: places(writes, "it is set here, which runs later"),
	}
	if run && j.fails(f) {
		d.Severity = diag.Error
		d.Hint = "put what sets it first, write {" + f.Key + "?} if it may be missing, or create sessions with it"
	}
	return d
}

// needNotBe is the finding about a key that is needed where a model decides what ran before.
func needNotBe(f Fact, writes, others []Fact) *diag.Diagnostic {
	d := &diag.Diagnostic{
		ID: "read-before-write", Severity: diag.Warning, Span: f.Place,
		Message: "the run fails here unless a model has had an agent run before whose answer is " + diag.Quote(f.Key),
		Hint:    "write {" + f.Key + "?}, or set it in a before_agent_callback or where sessions are created; nothing is wrong if a client creates sessions with it",
		Related: append(places(writes, "it is set here, when a model decides so"), places(others, "it is needed here, too")...),
	}
	switch by := writes[0].By; {
	case slices.ContainsFunc(writes, func(w Fact) bool { return w.Tool && w.By != by || w.Tool != writes[0].Tool }):
		d.Message = "the run fails here unless a model has decided to run before what sets " + diag.Quote(f.Key)
	case by != "":
		d.Message = "the run fails here unless a model has called " + by + " before, which sets " + diag.Quote(f.Key)
	}
	return d
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
func (j *judge) whenSet(f Fact, writes []Fact) (when setting, run bool) {
	order := j.inOrder()
	when = tooLate
	needed := false
	for n, a := range j.Agents {
		if !a.has(f.Place) {
			continue
		}
		if len(order.turns[n]) == 0 {
			return perhaps, false // who runs it, and when, is not seen
		}
		for _, at := range order.turns[n] {
			needed, run = true, run || at.run
			when = min(when, j.setBefore(writes, at))
		}
	}
	if !needed || order.steps > mostSteps {
		return perhaps, false
	}
	return when, run
}

// inOrder is when the agents run.
func (j *judge) inOrder() *order {
	if j.order == nil {
		j.order = orderOf(j.Agents)
	}
	return j.order
}

// setBefore says when something can have set a key before a turn.
func (j *judge) setBefore(writes []Fact, at turn) setting {
	when := tooLate
	for _, w := range writes {
		if w.Tool {
			when = min(when, j.calledBefore(w, at))
		}
		for _, n := range j.saving(w) {
			switch {
			case at.run && j.inOrder().runsElsewhere(n, at.root):
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
func (o *order) runsElsewhere(n, root int) bool {
	return slices.ContainsFunc(o.turns[n], func(t turn) bool { return t.root != root && t.run })
}

// calledBefore says whether a tool can have set a key before a turn. An agent whose turn was before
// is trusted to have called its tools.
func (j *judge) calledBefore(w Fact, at turn) setting {
	owners := j.inOrder().owners[w.By]
	if len(owners) == 0 && at.begun {
		return perhaps
	}
	when := tooLate
	for _, n := range owners {
		switch {
		case at.run && j.inOrder().runsElsewhere(n, at.root):
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
