package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// ofKey is what is said of one key.
type ofKey struct {
	diag.Diagnostic
	key string
}

// remark is said of a key, or of several: a loop sets or reads them at one place.
type remark struct{ one, several string }

var (
	nothingReads = remark{" is set, but nothing reads it", " are set, but nothing reads them"}
	nothingSets  = remark{" is read, but nothing sets it", " are read, but nothing sets them"}
	onlyOwnReads = remark{" is set, but nothing reads it but what changes it", " are set, but nothing reads them but what changes them"}
	remarks      = []remark{nothingReads, nothingSets, onlyOwnReads}
)

// of is the remark about keys.
func (r remark) of(names ...string) string {
	return words.Keys(names) + words.One(names, r.one, r.several)
}

// atOnce joins what is said of the keys at one place.
func atOnce(list []ofKey) (joined diag.List) {
	type said struct {
		at   diag.Span
		what remark
	}
	first, names := map[said]int{}, map[said][]string{}
	for _, d := range list {
		i := slices.IndexFunc(remarks, func(r remark) bool { return d.Message == r.of(d.key) })
		if i < 0 || d.Severity == diag.Error {
			joined = append(joined, d.Diagnostic)
			continue
		}
		s := said{d.Span, remarks[i]}
		names[s] = append(names[s], d.key)
		n, again := first[s]
		if !again {
			n = len(joined)
			first[s], joined = n, append(joined, d.Diagnostic)
		}
		joined[n].Message = s.what.of(names[s]...)
	}
	return joined
}
