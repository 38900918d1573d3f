package family

import "github.com/seed92179c4c/stategen/schema"

// literal is text with a table for finding it: fallback[n] is how many of its
// first characters its first n+1 characters end with.
type literal struct {
	text     []rune
	fallback []int
}

func newLiteral(text string) literal {
	l := literal{text: []rune(text)}
	l.fallback = make([]int, len(l.text))
	for i := 1; i < len(l.text); i++ {
		l.fallback[i] = l.advance(l.fallback[i-1], l.text[i])
	}
	return l
}

// advance returns how many characters of the literal a text ends with, after
// it ended with n of them and c has been added.
func (l literal) advance(n int, c rune) int {
	for n > 0 && (n == len(l.text) || l.text[n] != c) {
		n = l.fallback[n-1]
	}
	if n < len(l.text) && l.text[n] == c {
		return n + 1
	}
	return 0
}

// Matcher recognises the keys of a family one character at a time, as states
// hold them. A parameter ends where the text after it first appears, because
// it must not hold that text itself; at its very beginning that text can't
// stand, because a parameter is not empty.
type Matcher struct{ literals []literal }

// State is where a matcher is.
type State struct {
	literal int  // index of the literal that is awaited, with its parameter
	matched int  // how many of its characters have been seen
	filled  bool // the parameter has a character for certain
}

func NewMatcher(k *schema.Key) Matcher {
	var m Matcher
	for _, text := range k.Literals() {
		m.literals = append(m.literals, newLiteral(text))
	}
	return m
}

func (m Matcher) last() int { return len(m.literals) - 1 }

// Done reports whether the characters so far are a key of the family.
func (m Matcher) Done(s State) bool {
	return s.literal == m.last() && s.filled && s.matched == len(m.literals[s.literal].text)
}

// Next takes one more character. It is false when no key goes on so.
func (m Matcher) Next(s State, c rune) (State, bool) {
	text := m.literals[s.literal].text
	if s.literal == 0 && s.matched < len(text) {
		s.matched++
		return s, text[s.matched-1] == c
	}
	if s.literal == 0 || s.filled && s.matched == len(text) && len(text) > 0 {
		if s.literal == m.last() {
			return s, false
		}
		s = State{literal: s.literal + 1}
		text = m.literals[s.literal].text
	}
	if len(text) == 0 {
		s.filled = true
		return s, true // an open end takes everything
	}
	n := m.literals[s.literal].advance(s.matched, c)
	s.filled = s.filled || n != s.matched+1
	s.matched = n
	return s, s.filled || n < len(text)
}

// Matches reports whether a key belongs to the family.
func (m Matcher) Matches(key string) bool {
	var s State
	for _, c := range key {
		next, ok := m.Next(s, c)
		if !ok {
			return false
		}
		s = next
	}
	return m.Done(s)
}

// Texts returns what the keys of the family spell out.
func (m Matcher) Texts() [][]rune {
	var texts [][]rune
	for _, l := range m.literals {
		texts = append(texts, l.text)
	}
	return texts
}
