package schema

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// Unknown is what mistakes leave unknown of a schema. Whoever goes on with the
// rest must stay silent about it: a finding that is gone once the mistake is
// fixed would only confuse.
type Unknown struct {
	Keys         bool        // some keys are not known at all
	Names        []FuzzyName // of keys whose very name or scope is in doubt
	Unclear      []*Key      // keys of which Scope, Name and Params alone are known
	Dialect      bool
	Placeholders bool
}

func (u *Unknown) mayDeclare(wire string) bool {
	if u.Keys {
		return true
	}
	for _, k := range u.Unclear {
		if len(k.Params) == 0 && k.Wire() == wire || len(k.Params) > 0 && strings.HasPrefix(wire, k.Literals()[0]) {
			return true
		}
	}
	return slices.ContainsFunc(u.Names, func(v FuzzyName) bool { return v.mayBe(wire) })
}

// FuzzyName is what is left of the name of a key: its letters and digits, of
// which the scope may be a part.
type FuzzyName struct {
	letters string
	open    bool // anything may follow
	slip    bool // a letter may be wrong
}

// Fuzzy takes from a name what is certain of it. Open is whether anything may
// follow, slip whether a letter may be wrong.
func Fuzzy(name string, open, slip bool) FuzzyName {
	return FuzzyName{letters: lettersOf(name), open: open, slip: slip}
}

// IsEmpty reports whether the name says nothing of what is meant.
func (v FuzzyName) IsEmpty() bool { return v.letters == "" }

func (v FuzzyName) mayBe(wire string) bool {
	_, name := runtime.ParseKey(wire)
	return v.is(lettersOf(wire)) || v.is(lettersOf(name))
}

func (v FuzzyName) is(text string) bool {
	if text == v.letters || v.open && strings.HasPrefix(text, v.letters) {
		return true
	}
	if !v.slip || !v.open {
		return v.slip && diag.Near(text, v.letters)
	}
	n := len(v.letters)
	return diag.Near(text[:min(len(text), n)], v.letters) || diag.Near(text[:min(len(text), n+1)], v.letters)
}

// lettersOf drops what makes no difference between a name and a slip of it.
func lettersOf(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name))
}
