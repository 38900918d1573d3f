package project

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// Names finds keys that resemble each other, without comparing all of them.
type Names struct {
	all          []string
	folded, bare map[string][]string // by what they read like, without their scopes too
	compared     int
}

// mostCompared is how many pairs of names are compared letter by letter: a second or two. Whoever writes a
// file decides how many there are.
const mostCompared = 3_000_000

// NewNames returns no names.
func NewNames() *Names {
	return &Names{folded: map[string][]string{}, bare: map[string][]string{}}
}

// Add adds a key.
func (n *Names) Add(key string) {
	n.all = append(n.all, key)
	n.folded[diag.Fold(key)] = append(n.folded[diag.Fold(key)], key)
	n.bare[diag.Fold(bareName(key))] = append(n.bare[diag.Fold(bareName(key))], key)
}

// Nearest is the one other key that was probably meant by a key; empty: there is none, or several. It reads
// the same, is the same in another scope, or differs by a slip.
func (n *Names) Nearest(key string) string {
	other := func(list []string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(o string) bool { return o == key || onlyNumbersDiffer(o, key) })
	}
	near := other(n.folded[diag.Fold(key)])
	if len(near) == 0 {
		near = other(n.bare[diag.Fold(bareName(key))])
	}
	if len(near) == 0 && n.compared+len(n.all) <= mostCompared {
		n.compared += len(n.all)
		scope, _ := runtime.ParseKey(key)
		near = diag.Nearest(key, slices.DeleteFunc(other(n.all), func(o string) bool {
			s, _ := runtime.ParseKey(o)
			return s != scope
		}))
	}
	if len(near) != 1 || isOtherWord(key, near[0]) {
		return ""
	}
	return near[0]
}

// bareName is a key without its scope.
func bareName(key string) string {
	_, name := runtime.ParseKey(key)
	return name
}

// isOtherWord reports whether one of the words in two keys is another word, as in source_content and
// slide_content, however few letters differ.
func isOtherWord(a, b string) bool {
	isSeparator := func(r rune) bool { return strings.ContainsRune("_-.", r) }
	x, y := strings.FieldsFunc(bareName(a), isSeparator), strings.FieldsFunc(bareName(b), isSeparator)
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
	words := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return -1
			}
			return r
		}, s)
	}
	return words(a) == words(b)
}
