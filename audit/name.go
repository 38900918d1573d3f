package audit

import (
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// bare is a key without its scope.
func bare(key string) string {
	_, name := runtime.ParseKey(key)
	return name
}

// scopeOf is the scope of a key.
func scopeOf(key string) runtime.Scope {
	scope, _ := runtime.ParseKey(key)
	return scope
}

// matches reports whether a key may be one of which parts are not known.
func matches(partial, key string) bool {
	parts := strings.Split(partial, keys.UnknownPart)
	rest, ok := strings.CutPrefix(key, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		if _, rest, ok = strings.Cut(rest, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}

// mayOverlap reports whether two keys with unknown parts may be one, as far as their
// beginnings and ends tell.
func mayOverlap(a, b string) bool {
	ends := func(s string) (first, last string) {
		return s[:strings.Index(s, keys.UnknownPart)], s[strings.LastIndex(s, keys.UnknownPart)+len(keys.UnknownPart):]
	}
	firstA, lastA := ends(a)
	firstB, lastB := ends(b)
	return (strings.HasPrefix(firstA, firstB) || strings.HasPrefix(firstB, firstA)) &&
		(strings.HasSuffix(lastA, lastB) || strings.HasSuffix(lastB, lastA))
}

// otherWord reports whether one of the words in two names is another word, as in
// source_content and slide_content, however few letters differ.
func otherWord(a, b string) bool {
	isSeparator := func(r rune) bool { return r == '_' || r == '-' || r == '.' }
	x, y := strings.FieldsFunc(bare(a), isSeparator), strings.FieldsFunc(bare(b), isSeparator)
	if len(x) != len(y) || len(x) == 1 {
		return false
	}
	for i := range x {
		if diag.Fold(x[i]) != diag.Fold(y[i]) && !diag.Near(x[i], y[i]) {
			return true
		}
	}
	return false
}

// onlyNumbersDiffer reports whether two keys are members of one numbered family.
func onlyNumbersDiffer(a, b string) bool {
	without := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return -1
			}
			return r
		}, s)
	}
	return without(a) == without(b)
}
