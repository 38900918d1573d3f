package audit

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// writesInRun are the findings about what Go code writes to the session of a run.
func writesInRun(d diag.Diagnostic) bool {
	return d.ID == "direct-state-mutation" && strings.HasPrefix(d.Message, "ADK doesn't store") && strings.HasSuffix(d.Span.File, ".go")
}

// missedLater leaves one finding for each key that a run sets for others: for the user or the
// app, or because code reads it from a session that is not the one of a run. What else a run
// sets, mostly that run alone needs.
func (j *judge) missedLater(found diag.List) diag.List {
	kept := map[*diag.Diagnostic]bool{}
	for _, name := range j.names {
		k := j.keys[name]
		var first *diag.Diagnostic
		for _, f := range k.writes {
			d := j.lost.of(f)
			late := j.readLate(k, f)
			switch scope := scopeOf(k.name); {
			case d == nil || !writesInRun(*d):
			case len(late) == 0 && scope != runtime.ScopeUser && scope != runtime.ScopeApp || slices.ContainsFunc(sharing(k.writes, f), func(o Fact) bool { return o.Delta }):
			case first != nil:
				first.Related = append(first.Related, places([]Fact{f}, "it is set here, too")...)
			default:
				first = d
				kept[d] = true
				d.Related = append(slices.Clone(d.Related), places(late, "the session that is read here has no "+diag.Quote(k.name))...)
			}
		}
	}
	var rest diag.List
	for i := range found {
		if !writesInRun(found[i]) || kept[&found[i]] {
			rest = append(rest, found[i])
		}
	}
	return rest
}

// readLate are the places where a key is read from such a session.
func (j *judge) readLate(k *key, f Fact) []Fact {
	late := slices.DeleteFunc(sharing(k.reads, f), func(r Fact) bool { return !r.Late })
	return slices.CompactFunc(late, func(a, b Fact) bool { return a.Place == b.Place })
}
