package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// answer is an output key that nothing reads, of agents whose text goes to who runs them anyway.
type answer struct {
	key    string
	first  audit.Fact
	within *audit.Open // an instruction, or a read of a key that is not known, which may read it
}

// unneeded reports such output keys, all of a program at once: the session keeps each answer twice.
func (j *judge) unneeded() (list diag.List) {
	programs := func(a answer) string { return strings.Join(a.first.Programs, "\x00") }
	for _, all := range index.Grouped(j.answers, programs) {
		list = append(list, unneededFinding(all))
	}
	return list
}

func unneededFinding(all []answer) diag.Diagnostic {
	slices.SortStableFunc(all, func(a, b answer) int {
		return cmp.Or(strings.Compare(a.first.Place.File, b.first.Place.File), a.first.Place.Start-b.first.Place.Start)
	})
	var names []string
	for _, a := range all {
		names = append(names, a.key)
	}
	it := words.One(names, "it", "them")
	d := diag.Diagnostic{
		ID: "unread-output-key", Severity: diag.Warning, Span: all[0].first.Place,
		Message: "nothing reads " + words.Keys(names) + ", which only " +
			words.One(names, "repeats an agent's answer", "repeat answers of agents"),
		Hint: "nothing is wrong if a client of the sessions reads " + it + "; otherwise leave the output " +
			words.One(names, "key", "keys") + " out: the event of an answer has its text anyway",
	}
	for _, a := range all[1:min(len(all), 1+words.MostShown)] {
		d.Related = append(d.Related, index.Places([]audit.Fact{a.first}, diag.Quote(a.key)+" is an output key here")...)
	}
	orWithin(&d, all[0].within)
	return d
}
