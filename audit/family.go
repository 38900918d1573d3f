package audit

import (
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
)

// unreadFamilies reports keys of which a part is only known when the program runs, and
// that are set and never read.
func (j *judge) unreadFamilies() (list diag.List) {
	said := map[string]bool{}
	for _, f := range j.partial {
		if !f.writes() || f.Key == keys.UnknownPart || said[f.Key] || j.openFor(f, func(o Open) bool { return o.Reads }) != nil || j.readsOneOf(f) {
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
func (j *judge) readsOneOf(f Fact) bool {
	for _, other := range j.partial {
		if other.reads() && meets(other.Programs, f.Programs) && mayOverlap(other.Key, f.Key) {
			return true
		}
	}
	for _, name := range j.names {
		if matches(f.Key, name) && len(sharing(j.keys[name].reads, f)) > 0 {
			return true
		}
	}
	return false
}
