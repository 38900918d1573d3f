package rules

import (
	"strings"

	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// manyAtOnce are what is said of a key, and of several: a loop sets or reads them at one place.
var manyAtOnce = map[string]string{
	" is set, but nothing reads it": " are set, but nothing reads them",
	" is read, but nothing sets it": " are read, but nothing sets them",
}

// atOnce joins what is said of the keys at one place.
func atOnce(list diag.List) (joined diag.List) {
	type said struct {
		at   diag.Span
		what string
	}
	first, names := map[said]int{}, map[said][]string{}
	for _, d := range list {
		s := said{at: d.Span}
		for what := range manyAtOnce {
			if strings.HasSuffix(d.Message, what) {
				s.what = what
			}
		}
		n, again := first[s]
		if s.what == "" || d.Severity == diag.Error {
			joined = append(joined, d)
			continue
		}
		names[s] = append(names[s], strings.TrimSuffix(d.Message, s.what))
		if !again {
			first[s] = len(joined)
			joined = append(joined, d)
			continue
		}
		joined[n].Message = words.Enumerate(names[s]) + manyAtOnce[s.what]
	}
	return joined
}
