package index

import (
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// Bare is a key without its scope.
func Bare(key string) string {
	_, name := runtime.ParseKey(key)
	return name
}

// ScopeOf is the scope of a key.
func ScopeOf(key string) runtime.Scope {
	scope, _ := runtime.ParseKey(key)
	return scope
}

// Matches reports whether a key may be one of which parts are not known.
func Matches(partial, key string) bool {
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

// MayOverlap reports whether two keys with unknown parts may be one, as far as their
// beginnings and ends tell.
func MayOverlap(a, b string) bool {
	ends := func(s string) (first, last string) {
		return s[:strings.Index(s, keys.UnknownPart)], s[strings.LastIndex(s, keys.UnknownPart)+len(keys.UnknownPart):]
	}
	firstA, lastA := ends(a)
	firstB, lastB := ends(b)
	return (strings.HasPrefix(firstA, firstB) || strings.HasPrefix(firstB, firstA)) &&
		(strings.HasSuffix(lastA, lastB) || strings.HasSuffix(lastB, lastA))
}

// OtherWord reports whether one of the words in two names is another word, as in
// source_content and slide_content, however few letters differ.
func OtherWord(a, b string) bool {
	isSeparator := func(r rune) bool { return r == '_' || r == '-' || r == '.' }
	x, y := strings.FieldsFunc(Bare(a), isSeparator), strings.FieldsFunc(Bare(b), isSeparator)
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

// OnlyNumbersDiffer reports whether two keys are members of one numbered family.
func OnlyNumbersDiffer(a, b string) bool {
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
