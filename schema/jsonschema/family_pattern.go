package jsonschema

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// familyPattern returns a regular expression for the keys of a family, without
// those in except, that means the same in Go and in JSON Schema.
func familyPattern(k *schema.Key, except []string) (string, error) {
	a := newAutomaton(k, except)
	body, ok := a.expression()
	if !ok {
		return "", fmt.Errorf("the keys of the family %s can't be written as a regular expression of reasonable length", diag.Quote(k.Wire()))
	}
	return "^" + body + "$", nil
}

// automaton is a matcher written out: the states it can reach and the
// characters between them. State 0 is the start, state 1 the end.
type automaton struct {
	edges    []map[int]string // from each state to others: an expression
	alphabet []rune           // characters that matter; all others are alike
}

const (
	startState = iota
	endState
	maxStates     = 600
	maxExpression = 16 << 10
)

// position is a state of the matcher, and how the text so far begins an
// excepted key, if it does.
type position struct {
	match  matchState
	prefix string
	off    bool // no excepted key begins so
}

func newAutomaton(k *schema.Key, except []string) *automaton {
	var m matcher
	for _, text := range k.Literals() {
		m = append(m, []rune(text))
	}
	a := &automaton{edges: make([]map[int]string, 2), alphabet: alphabetOf(m, except)}
	numbers := map[position]int{{}: startState}
	queue := []position{{}}
	for len(queue) > 0 && len(a.edges) < maxStates {
		at := queue[0]
		queue = queue[1:]
		to := map[int][]rune{}
		for _, c := range append([]rune{otherRune}, a.alphabet...) {
			next, ok := step1(m, at, c, except)
			if !ok {
				continue
			}
			n, seen := numbers[next]
			if !seen {
				n = len(a.edges)
				numbers[next] = n
				a.edges = append(a.edges, nil)
				queue = append(queue, next)
			}
			to[n] = append(to[n], c)
		}
		from := numbers[at]
		a.edges[from] = map[int]string{}
		for n, chars := range to {
			a.edges[from][n] = a.class(chars)
		}
		if m.done(at.match) && (at.off || !slices.Contains(except, at.prefix)) {
			a.edges[from][endState] = ""
		}
	}
	return a
}

// matcher recognises the keys of a family one character at a time, by the texts around its parameters. A parameter
// ends where the text after it first appears, because it must not hold that text itself; at its very beginning that
// text can't stand, because a parameter is not empty.
type matcher [][]rune

// matchState is where a matcher is.
type matchState struct {
	text    int  // index of the text that is awaited, with its parameter
	matched int  // how many of its characters have been seen
	filled  bool // the parameter has a character for certain
}

// done reports whether the characters so far are a key of the family.
func (m matcher) done(s matchState) bool {
	return s.text == len(m)-1 && s.filled && s.matched == len(m[s.text])
}

// next takes one more character. It is false when no key goes on so.
func (m matcher) next(s matchState, c rune) (matchState, bool) {
	text := m[s.text]
	if s.text == 0 && s.matched < len(text) {
		s.matched++
		return s, text[s.matched-1] == c
	}
	if s.text == 0 || s.filled && s.matched == len(text) && len(text) > 0 {
		if s.text == len(m)-1 {
			return s, false
		}
		s = matchState{text: s.text + 1}
		text = m[s.text]
	}
	seen := append(slices.Clone(text[:s.matched]), c)
	for len(seen) > len(text) || !slices.Equal(seen, text[:len(seen)]) {
		seen = seen[1:]
	}
	s.filled = s.filled || len(seen) != s.matched+1
	s.matched = len(seen)
	return s, s.filled || s.matched < len(text)
}

// otherRune stands for every character outside the alphabet.
const otherRune = -1

func step1(m matcher, at position, c rune, except []string) (position, bool) {
	match, ok := m.next(at.match, c)
	if !ok {
		return position{}, false
	}
	next := position{match: match, off: at.off}
	if !at.off && c != otherRune {
		next.prefix = at.prefix + string(c)
	}
	next.off = at.off || c == otherRune || !slices.ContainsFunc(except, func(e string) bool {
		return strings.HasPrefix(e, next.prefix)
	})
	if next.off {
		next.prefix = ""
	}
	return next, true
}

func alphabetOf(m matcher, except []string) []rune {
	chars := slices.Concat(m...)
	for _, e := range except {
		chars = append(chars, []rune(e)...)
	}
	slices.Sort(chars)
	return slices.Compact(chars)
}

// class writes a set of characters.
func (a *automaton) class(chars []rune) string {
	if !slices.Contains(chars, otherRune) {
		if len(chars) == 1 {
			return regexp.QuoteMeta(string(chars))
		}
		return "[" + classChars(chars) + "]"
	}
	var left []rune
	for _, c := range a.alphabet {
		if !slices.Contains(chars, c) {
			left = append(left, c)
		}
	}
	if len(left) == 0 {
		return `[\d\D]`
	}
	return "[^" + classChars(left) + "]"
}

func classChars(chars []rune) string {
	var b strings.Builder
	for _, c := range chars {
		if strings.ContainsRune(`\]^[-`, c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// expression turns the automaton into a regular expression by taking out one
// state after the other, those with the fewest ways through them first.
func (a *automaton) expression() (string, bool) {
	if len(a.edges) >= maxStates {
		return "", false
	}
	left := map[int]bool{}
	for s := range a.edges {
		left[s] = s != startState && s != endState
	}
	for {
		s := a.cheapest(left)
		if s < 0 {
			break
		}
		if !a.eliminate(s) {
			return "", false
		}
		left[s] = false
	}
	return repeated(a.edges[startState][startState]) + group(a.edges[startState][endState]), true
}

func (a *automaton) cheapest(left map[int]bool) int {
	best, bestCost := -1, 0
	for s := range a.edges {
		if !left[s] {
			continue
		}
		in := 0
		for _, to := range a.edges {
			if _, ok := to[s]; ok {
				in++
			}
		}
		if cost := in * len(a.edges[s]); best < 0 || cost < bestCost {
			best, bestCost = s, cost
		}
	}
	return best
}

// eliminate replaces the ways through a state by direct ones.
func (a *automaton) eliminate(s int) bool {
	loop := repeated(a.edges[s][s])
	for from, to := range a.edges {
		in, ok := to[s]
		if !ok || from == s {
			continue
		}
		delete(to, s)
		for next, out := range a.edges[s] {
			if next == s {
				continue
			}
			way := group(in) + loop + group(out)
			if old, ok := to[next]; ok {
				way = old + "|" + way
			}
			if len(way) > maxExpression {
				return false
			}
			to[next] = way
		}
	}
	a.edges[s] = nil
	return true
}

// group encloses alternatives; an empty expression stays empty.
func group(expr string) string {
	if strings.Contains(expr, "|") || expr == "" {
		return enclose(expr)
	}
	return expr
}

func enclose(expr string) string {
	if expr == "" {
		return ""
	}
	return "(?:" + expr + ")"
}

func repeated(expr string) string {
	if expr == "" {
		return ""
	}
	if oneChar.MatchString(expr) {
		return expr + "*"
	}
	return enclose(expr) + "*"
}

var oneChar = regexp.MustCompile(`^(?:\[(?:[^\\\]]|\\.)+\]|\\?.)$`)
