package order

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
)

// ComesBefore says of a key that an instruction names whether the model is shown its value in the
// conversation, as the answer of another agent, and whether the key is set whenever the agent runs.
func (o *Order) ComesBefore(k *index.Key, place diag.Span) (heard, sure bool) {
	var savers []int
	answers := true
	for _, w := range k.Writes {
		savers = append(savers, o.saving(w)...)
		answers = answers && len(o.saving(w)) > 0
	}
	seen := false
	heard, sure = true, true
	for n, a := range o.facts.Agents {
		if a.Has(place) {
			isHeard, isSure := o.inOrder().hears(n, savers, answers)
			seen, heard, sure = true, heard && isHeard, sure && isSure
		}
	}
	return seen && heard, seen && sure
}

// IsForTools reports whether tools of an agent whose instruction names a key read it.
func (o *Order) IsForTools(k *index.Key, place diag.Span) bool {
	return slices.ContainsFunc(k.Reads, func(r audit.Fact) bool {
		return r.By != "" && slices.ContainsFunc(o.facts.Agents, func(a audit.Agent) bool { return slices.Contains(a.Tools, r.By) && a.Has(place) })
	})
}

// hears says whether an agent's model is shown the answer of one of several others, and whether one
// of these has always answered before. What an agent that it calls answers, it is told. If nothing
// else sets the key, no value is there that it was not shown.
func (o *schedule) hears(n int, others []int, alone bool) (heard, sure bool) {
	a := o.agents[n]
	if alone && len(others) > 0 && !a.Forgets && !slices.ContainsFunc(others, func(s int) bool { return s != n }) {
		return true, false // what it has said itself
	}
	unseen := slices.Contains(a.Below, -1)
	below := slices.ContainsFunc(others, func(s int) bool { return unseen || slices.Contains(a.Below, s) })
	if len(o.turns[n]) == 0 || o.steps > mostSteps {
		return below, false
	}
	heard, sure = true, true
	for _, at := range o.turns[n] {
		before := func(s int) bool { return s != n && at.must[s] }
		sure = sure && slices.ContainsFunc(others, before)
		may := func(s int) bool { return s != n && at.ended[s] }
		shown := slices.ContainsFunc(others, func(s int) bool { return before(s) && o.shares(s, at) })
		only := alone && at.seen && slices.ContainsFunc(others, may) && !slices.ContainsFunc(others, func(s int) bool { return may(s) && !o.shares(s, at) })
		heard = heard && !a.Forgets && (shown || only)
	}
	return heard || below, sure
}

// shares reports whether an agent has run in the session of a turn: those that tools call have
// sessions of their own, which begin without a conversation.
func (o *schedule) shares(agent int, at turn) bool {
	return slices.ContainsFunc(o.turns[agent], func(t turn) bool { return slices.Equal(t.tools, at.tools) })
}
