package schema

import "slices"

// comparer looks for keys that two families share, and gives up when it has
// taken its number of steps.
type comparer struct {
	steps    int
	matchers map[*Key]matcher
}

func newComparer() *comparer {
	return &comparer{steps: maxFamilySteps, matchers: map[*Key]matcher{}}
}

func (cmp *comparer) matcher(k *Key) matcher {
	m, ok := cmp.matchers[k]
	if !ok {
		m = newMatcher(k)
		cmp.matchers[k] = m
	}
	return m
}

// commonKey finds a shortest key that belongs to both families, by running
// their matchers side by side.
func (cmp *comparer) commonKey(a, b *Key) (string, bool) {
	if cmp.steps -= len(a.Name) + len(b.Name); a.Scope != b.Scope {
		return "", false
	}
	type pair struct{ a, b matchState }
	type way struct {
		from pair
		char rune
	}
	ma, mb := cmp.matcher(a), cmp.matcher(b)
	alphabet := letters(a, b)
	start := pair{}
	ways := map[pair]way{start: {}}
	queue := []pair{start}
	for len(queue) > 0 && cmp.steps >= 0 {
		at := queue[0]
		queue = queue[1:]
		if ma.done(at.a) && mb.done(at.b) {
			var key []rune
			for at != start {
				key = append(key, ways[at].char)
				at = ways[at].from
			}
			slices.Reverse(key)
			return a.Scope.Key(string(key)), true
		}
		cmp.steps -= len(alphabet)
		for _, c := range alphabet {
			nextA, okA := ma.next(at.a, c)
			nextB, okB := mb.next(at.b, c)
			next := pair{nextA, nextB}
			if _, seen := ways[next]; okA && okB && !seen {
				ways[next] = way{at, c}
				queue = append(queue, next)
			}
		}
	}
	return "", false
}

// letters lists the characters that matter to the two families: those they
// spell out, and one other.
func letters(a, b *Key) []rune {
	chars := []rune(a.literal() + b.literal())
	other := 'x'
	for slices.Contains(chars, other) {
		other++
	}
	slices.Sort(chars)
	return append([]rune{other}, slices.Compact(chars)...)
}

// matcher recognises the keys of a family one character at a time. A
// parameter ends where the text behind it first stands, because it must not
// hold that text itself.
type matcher struct{ literals []literal }

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

// matchState is where a matcher is: behind n characters of a literal, with or
// without a parameter before it.
type matchState struct {
	literal int  // index of the literal that is awaited
	matched int  // how many of its characters have been seen
	filled  bool // the parameter before it has a character
}

func newMatcher(k *Key) matcher {
	m := matcher{}
	end := 0
	for _, p := range k.Params {
		m.literals = append(m.literals, newLiteral(k.Name[end:p.Start]))
		end = p.End
	}
	m.literals = append(m.literals, newLiteral(k.Name[end:]))
	return m
}

// done reports whether the characters so far are a key of the family.
func (m matcher) done(s matchState) bool {
	last := len(m.literals) - 1
	if s.literal != last {
		return false
	}
	return s.filled && s.matched == len(m.literals[last].text)
}

func (m matcher) next(s matchState, c rune) (matchState, bool) {
	text := m.literals[s.literal].text
	if s.literal == 0 && s.matched < len(text) {
		s.matched++
		return s, text[s.matched-1] == c
	}
	if s.matched == len(text) && s.filled || s.literal == 0 {
		if s.literal == len(m.literals)-1 {
			return s, len(text) == 0 // an open end takes everything
		}
		s = matchState{literal: s.literal + 1}
	}
	if !s.filled {
		s.filled = true
		return s, true
	}
	s.matched = m.literals[s.literal].advance(s.matched, c)
	return s, true
}
