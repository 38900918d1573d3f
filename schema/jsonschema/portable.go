package jsonschema

import (
	"regexp"
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
	s := patternScanner{text: pattern}
	for s.at < len(s.text) && s.found == nil {
		s.element()
	}
	return s.found
}

type patternScanner struct {
	text      string
	at        int
	assertion bool // the last element was ^, $ or \b, which nothing may repeat
	found     *difference
}

func (s *patternScanner) fail(length int, problem, fix string) {
	end := min(s.at+length, len(s.text))
	s.found = &difference{Start: s.at, End: end, Problem: problem, Fix: fix}
}

func (s *patternScanner) rest() string { return s.text[s.at:] }

func (s *patternScanner) element() {
	assertion := false
	switch c := s.text[s.at]; c {
	case '\\':
		assertion = s.escape(false)
	case '[':
		s.class()
	case '(':
		s.group()
	case '{':
		s.repeat()
	case '.':
		s.fail(1, "a dot matches other characters in JSON Schema than in Go", `write [^\n]`)
	case '}', ']':
		s.fail(1, "JSON Schema refuses a bracket that closes nothing", `write \`+string(c))
	case '*', '+', '?':
		s.repeated(1)
	case '^', '$':
		assertion = true
		s.at++
	default:
		s.at++
	}
	s.assertion = assertion
}

func (s *patternScanner) repeated(length int) {
	if s.assertion {
		s.fail(length, "JSON Schema refuses to repeat ^, $ or a word boundary", "remove the repetition")
		return
	}
	s.at += length
}

var counts = regexp.MustCompile(`^\{\d+(,\d*)?\}`)

func (s *patternScanner) repeat() {
	length := len(counts.FindString(s.rest()))
	if length == 0 {
		s.fail(1, "this brace begins no repetition such as {2} or {1,3}", `write \{ for a brace`)
		return
	}
	s.repeated(length)
}

func (s *patternScanner) group() {
	rest := s.rest()
	switch {
	case strings.HasPrefix(rest, "(?:"):
		s.at += 3
	case !strings.HasPrefix(rest, "(?"):
		s.at++
	case strings.HasPrefix(rest, "(?="), strings.HasPrefix(rest, "(?!"), strings.HasPrefix(rest, "(?<="), strings.HasPrefix(rest, "(?<!"):
		s.fail(3, "Go has no lookaround", "say it without, or check it in your own code")
	case strings.HasPrefix(rest, "(?P<"), strings.HasPrefix(rest, "(?<"):
		s.fail(3, "a named group serves no purpose here, and the languages write it differently", "write (?:")
	default:
		s.fail(3, "JSON Schema has no flags inside a pattern", "write the letters out, such as [aA]")
	}
}

// sameEscapes stand for the same characters in both languages.
const sameEscapes = "dDwWtnrfv"

// escape passes over an escape and reports whether it is an assertion.
func (s *patternScanner) escape(inClass bool) bool {
	if s.at+1 >= len(s.text) {
		s.fail(1, "a backslash at the end escapes nothing", `write \\ for a backslash`)
		return false
	}
	c := s.text[s.at+1]
	switch {
	case strings.IndexByte(sameEscapes, c) >= 0, strings.IndexByte(`^$\.*+?()[]{}|/`, c) >= 0, inClass && c == '-':
		s.at += 2
	case !inClass && (c == 'b' || c == 'B'):
		s.at += 2
		return true
	case c == 'x' && hexEscape.MatchString(s.rest()):
		s.at += 4
	case (c == 'p' || c == 'P') && categoryEscape.MatchString(s.rest()):
		s.at += len(categoryEscape.FindString(s.rest()))
	default:
		s.badEscape(c)
	}
	return false
}

var (
	hexEscape      = regexp.MustCompile(`^\\x[0-9A-Fa-f]{2}`)
	categoryEscape = regexp.MustCompile(`^\\[pP]\{(L[ltmou]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?)\}`)
)

func (s *patternScanner) badEscape(c byte) {
	switch {
	case c == 's' || c == 'S':
		s.fail(2, `\`+string(c)+" matches other characters in JSON Schema than in Go", `write the characters out, such as [ \t\r\n]`)
	case c == 'A':
		s.fail(2, `JSON Schema has no \A`, "write ^")
	case c == 'z' || c == 'Z':
		s.fail(2, `JSON Schema has no \`+string(c), "write $")
	case c == 'p' || c == 'P':
		s.fail(2, "this Unicode class is not the same in both languages", `write a general category in braces, such as \p{L} or \p{Lu}`)
	case c == 'x' || c == 'u':
		s.fail(2, "Go and JSON Schema write this character differently", "write the character itself")
	case c >= '0' && c <= '9':
		s.fail(2, "Go has no references to groups", "write the group out again")
	case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
		s.fail(2, `\`+string(c)+" does not mean the same in Go and in JSON Schema", "write the characters out")
	default:
		s.fail(2, "JSON Schema refuses to escape this character", "remove the backslash")
	}
}

// class passes over [...].
func (s *patternScanner) class() {
	s.at++
	if strings.HasPrefix(s.rest(), "^") {
		s.at++
	}
	if strings.HasPrefix(s.rest(), "]") {
		s.fail(1, "a ] that comes first means different things in Go and in JSON Schema", `write \]`)
		return
	}
	for s.at < len(s.text) && s.found == nil {
		switch s.text[s.at] {
		case ']':
			s.at++
			return
		case '[':
			s.fail(1, "a [ inside [...] can begin a class in Go and not in JSON Schema", `write \[`)
		case '\\':
			s.setEscape()
		default:
			s.at++
		}
	}
}

// setEscape passes over an escape inside [...]; one that stands for several
// characters can't be an end of a range.
func (s *patternScanner) setEscape() {
	start := s.at
	s.escape(true)
	if s.found != nil || strings.IndexByte("dDwWpP", s.text[start+1]) < 0 {
		return
	}
	if rest := s.rest(); strings.HasPrefix(rest, "-") && !strings.HasPrefix(rest, "-]") ||
		start >= 2 && s.text[start-1] == '-' && s.text[start-2] != '[' && s.text[start-2] != '\\' {
		s.fail(1, "a class of characters can't be an end of a range", `write \- for a minus`)
	}
}
