package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/audit/internal/order"
	"github.com/seed92179c4c/stategen/diag"
)

// tooEarly reports a key that an instruction needs before anything has set it, or need have: all
// that set it are agents that run later, and tools that only they have, or what a model may leave
// out.
func tooEarly(j *judge, k *index.Key) (list diag.List) {
	if len(j.Agents) == 0 {
		return nil
	}
	said := map[string]bool{} // once in a file
	var chance []audit.Fact
	for _, f := range k.Reads {
		writes := index.Sharing(k.Writes, f)
		if said[f.Place.File] || !f.Fails || f.Optional || len(writes) == 0 || !j.IsSetByAgents(writes) || j.MayBe(f, (*audit.Fact).Writes) ||
			j.OpenFor(f, func(o audit.Open) bool { return o.Writes }) != nil {
			continue
		}
		when, run := j.WhenSet(f, writes)
		said[f.Place.File] = when != order.Perhaps
		switch {
		case when == order.TooLate:
			list = append(list, j.neverBefore(f, writes, run))
		case when == order.ByChance:
			chance = append(chance, f)
		case when == order.ByCaller:
			list = append(list, diag.Diagnostic{
				ID: "read-before-write", Severity: diag.Warning, Span: f.Place,
				Message: diag.Quote(k.Name) + " is the answer of an agent that calls this one: the run fails unless it has answered in an earlier turn",
				Hint:    "write {" + k.Name + "?}, or hand over what is needed by a key that a tool sets; nothing is wrong if it has always ended a turn before",
				Related: index.Places(writes, "it is set here, when that agent's turn ends"),
			})
		}
	}
	return append(list, index.PerProgram(chance, func(f audit.Fact) *diag.Diagnostic {
		return needNotBe(f, index.Sharing(k.Writes, f), index.Others(chance, f))
	})...)
}

// neverBefore is the finding about a key that is needed before anything can have set it.
func (j *judge) neverBefore(f audit.Fact, writes []audit.Fact, run bool) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: "read-before-write", Severity: diag.Warning, Span: f.Place,
		Message: diag.Quote(f.Key) + " is needed here before anything can have set it: the first run fails",
		Hint:    "put what sets it first, or write {" + f.Key + "?} if it may be missing; nothing is wrong if a client creates sessions with it",
		Related: index.Places(writes, "it is set here, which runs later"),
	}
	if run && j.fails(f) {
		d.Severity = diag.Error
		d.Hint = "put what sets it first, write {" + f.Key + "?} if it may be missing, or create sessions with it"
	}
	return d
}

// needNotBe is the finding about a key that is needed where a model decides what ran before.
func needNotBe(f audit.Fact, writes, others []audit.Fact) *diag.Diagnostic {
	d := &diag.Diagnostic{
		ID: "read-before-write", Severity: diag.Warning, Span: f.Place,
		Message: "the run fails here unless a model has had an agent run before whose answer is " + diag.Quote(f.Key),
		Hint:    "write {" + f.Key + "?}, or set it in a before_agent_callback or where sessions are created; nothing is wrong if a client creates sessions with it",
		Related: append(index.Places(writes, "it is set here, when a model decides so"), index.Places(others, "it is needed here, too")...),
	}
	switch by := writes[0].By; {
	case slices.ContainsFunc(writes, func(w audit.Fact) bool { return w.Tool && w.By != by || w.Tool != writes[0].Tool }):
		d.Message = "the run fails here unless a model has decided to run before what sets " + diag.Quote(f.Key)
	case by != "":
		d.Message = "the run fails here unless a model has called " + by + " before, which sets " + diag.Quote(f.Key)
	}
	return d
}
