package rules

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// writesInRun are the findings about what Go code writes to the session of a run.
func writesInRun(d diag.Diagnostic) bool {
	return finding.IsInRun(d) && strings.HasSuffix(d.Span.File, ".go")
}

// missedLater leaves one finding for each key that a run sets for others: for the user or the
// app, or because code reads it from a session that is not the one of a run. What else a run
// sets, mostly that run alone needs.
func (j *judge) missedLater(found diag.List) diag.List {
	kept := map[*diag.Diagnostic]bool{}
	for _, name := range j.Names {
		k := j.Keys[name]
		var first *diag.Diagnostic
		for _, f := range k.Writes {
			d := j.Lost.Of(f)
			late := j.readLate(k, f)
			switch scope := index.ScopeOf(k.Name); {
			case d == nil || !writesInRun(*d):
			case len(late) == 0 && scope != runtime.ScopeUser && scope != runtime.ScopeApp || slices.ContainsFunc(index.Sharing(k.Writes, f), func(o audit.Fact) bool { return o.Delta }):
			case first != nil:
				first.Related = append(first.Related, index.Places([]audit.Fact{f}, "it is set here, too")...)
			default:
				first = d
				kept[d] = true
				d.Related = append(slices.Clone(d.Related), index.Places(late, "the session that is read here has no "+diag.Quote(k.Name))...)
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

// readByNone drops what is likely lost of what Python code sets, where a finding says that nothing reads
// the key.
func (j *judge) readByNone(said []ofKey, found diag.List) diag.List {
	told := map[diag.Span]bool{}
	for _, d := range said {
		if d.ID == "unread-key" {
			writes := j.Keys[d.key].Writes
			at := slices.IndexFunc(writes, func(f audit.Fact) bool { return f.Place == d.Span })
			for _, f := range index.Sharing(writes, writes[max(at, 0)]) {
				told[f.Place] = true
			}
		}
	}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool {
		return d.ID == "direct-state-mutation" && d.Severity == diag.Warning && strings.HasSuffix(d.Span.File, ".py") && told[d.Span]
	})
}

// readLate are the places where a key is read from such a session.
func (j *judge) readLate(k *index.Key, f audit.Fact) []audit.Fact {
	late := slices.DeleteFunc(index.Sharing(k.Reads, f), func(r audit.Fact) bool { return !r.Late })
	return slices.CompactFunc(late, func(a, b audit.Fact) bool { return a.Place == b.Place })
}
