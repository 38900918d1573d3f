package rules

import (
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
)

// unreadFamilies reports keys of which a part is only known when the program runs, and
// that are set and never read.
func (j *judge) unreadFamilies() (list diag.List) {
	said := map[string]bool{}
	for _, f := range j.Partial {
		if !f.Writes() || f.Key == keys.UnknownPart || said[f.Key] || j.OpenFor(f, func(o audit.Open) bool { return o.Reads }) != nil || j.readsOneOf(f) {
			continue
		}
		said[f.Key] = true
		list = append(list, diag.Diagnostic{
			ID: "unread-key", Severity: diag.Warning, Span: f.Place,
			Message: diag.Quote(strings.ReplaceAll(f.Key, keys.UnknownPart, "…")) + " is set, but nothing reads such a key",
			Hint:    "nothing is wrong if a client of the sessions reads it; otherwise read it or don't set it",
		})
	}
	return list
}

// readsOneOf reports whether something may read one of the keys that a fact with unknown
// parts may be about.
func (j *judge) readsOneOf(f audit.Fact) bool {
	for _, other := range j.Partial {
		if other.Reads() && index.Meet(other.Programs, f.Programs) && index.MayOverlap(other.Key, f.Key) {
			return true
		}
	}
	for _, name := range j.Names {
		if index.Matches(f.Key, name) && len(index.Sharing(j.Keys[name].Reads, f)) > 0 {
			return true
		}
	}
	return false
}
