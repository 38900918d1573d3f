package jsonschema

import (
	"regexp"
	"slices"
	"strings"
)

// difference is a part of a pattern that the two languages read differently,
// or that one of them refuses.
type difference struct {
	Start, End   int
	Problem, Fix string
}

// Differs finds the first difference. It lets through only what is known to
// mean the same.
func Differs(pattern string) *difference {
	elements := outside
	for at := 0; at < len(pattern); {
		e, place := first(elements, pattern[at:])
		if e.problem != "" {
			part := place[len(place)-2:] // the group, or all
			text := pattern[at+part[0] : at+part[1]]
			named := func(words string) string { return strings.ReplaceAll(words, "$0", text) }
			return &difference{at + part[0], at + part[1], named(e.problem), named(e.fix)}
		}
		switch pattern[at] {
		case '[':
			elements = inside
		case ']':
			elements = outside
		}
		at += place[1]
	}
	return nil
}

// element is a form of what a pattern is made of. One with a problem is wrong, in
// its group if it has one.
type element struct {
	form         *regexp.Regexp
	problem, fix string
}

func same(form string) element { return element{form: regexp.MustCompile(`^(?s:` + form + `)`)} }

func differs(form, problem, fix string) element {
	return element{regexp.MustCompile(`^(?s:` + form + `)`), problem, fix}
}

// first finds the first element that a text begins with.
func first(elements []element, text string) (element, []int) {
	i := slices.IndexFunc(elements, func(e element) bool { return e.form.MatchString(text) })
	return elements[i], elements[i].form.FindStringSubmatchIndex(text)
}

const (
	count    = `\{\d+(?:,\d*)?\}`
	category = `[pP]\{(?:L[ltmou]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?)\}`
)

// outside are the elements outside [...].
var outside = slices.Concat([]element{
	differs(`(?:[\^$]|\\[bB])([*+?]|`+count+`)`,
		"JSON Schema refuses to repeat ^, $ or a word boundary", "remove the repetition"),
	same(`\\[bB]`),
}, escapes, []element{
	differs(`\[\^?(\])`, "a ] that comes first means different things in Go and in JSON Schema", `write \]`),
	same(`\[\^?`),
	same(`\(\?:`),
	differs(`\(\?<?[=!]`, "Go has no lookaround", "say it without, or check it in your own code"),
	differs(`\(\?P?<`, "a named group serves no purpose here, and the languages write it differently", "write (?:"),
	differs(`\(\?.?`, "JSON Schema has no flags inside a pattern", "write the letters out, such as [aA]"),
	same(count),
	differs(`\{`, "this brace begins no repetition such as {2} or {1,3}", `write \{ for a brace`),
	differs(`\.`, "a dot matches other characters in JSON Schema than in Go", `write [^\n]`),
	differs(`[}\]]`, "JSON Schema refuses a bracket that closes nothing", `write \$0`),
	same(`.`),
})

// inside are the elements inside [...].
var inside = slices.Concat([]element{
	differs(`\\(?:[dDwW]|`+category+`)(-)[^\]]`, rangeOfClass, `write \- for a minus`),
	differs(`(?:[^\[\]\\]|\\(?:x..|.))(-)\\[dDwWpP]`, rangeOfClass, `write \- for a minus`),
	same(`\\-`),
}, escapes, []element{
	differs(`\[`, "a [ inside [...] can begin a class in Go and not in JSON Schema", `write \[`),
	same(`.`),
})

const rangeOfClass = "a class of characters can't be an end of a range"

// escapes are the elements that begin with a backslash.
var escapes = []element{
	same(`\\(?:[dDwWtnrfv^$\\.*+?()\[\]{}|/]|x[0-9A-Fa-f]{2}|` + category + `)`),
	differs(`\\[sS]`,
		"$0 matches other characters in JSON Schema than in Go", `write the characters out, such as [ \t\r\n]`),
	differs(`\\A`, "JSON Schema has no $0", "write ^"),
	differs(`\\[zZ]`, "JSON Schema has no $0", "write $"),
	differs(`\\[pP]`,
		"this Unicode class is not the same in both languages", `write a general category in braces, such as \p{L} or \p{Lu}`),
	differs(`\\[xu]`, "Go and JSON Schema write this character differently", "write the character itself"),
	differs(`\\[0-9]`, "Go has no references to groups", "write the group out again"),
	differs(`\\[A-Za-z]`, "$0 does not mean the same in Go and in JSON Schema", "write the characters out"),
	differs(`\\.`, "JSON Schema refuses to escape this character", "remove the backslash"),
	differs(`\\`, "a backslash at the end escapes nothing", `write \\ for a backslash`),
}
