package python

import "strings"

// source is the text of a file, whose expressions can be read wherever they stand.
type source struct {
	path   string
	text   string
	tokens []token
	pairs  map[int]int // opening brackets to closing ones
	opens  []int       // of each token, the bracket around it; -1: none
}

func newSource(path, text string) *source {
	s := &source{path: path, text: text, tokens: tokens(text), pairs: map[int]int{}}
	s.pair()
	return s
}

// word is a token's text.
func (s *source) word(i int) string {
	if i < 0 || i >= len(s.tokens) || s.tokens[i].kind == newline {
		return ""
	}
	return s.text[s.tokens[i].start:s.tokens[i].end]
}

// pair finds the bracket that closes each one, the file's end for those that none does.
func (s *source) pair() {
	s.opens = make([]int, len(s.tokens))
	open := []int{}
	for i, t := range s.tokens {
		if t.kind == op && strings.Contains(")]}", s.word(i)) && len(open) > 0 {
			s.pairs[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		s.opens[i] = -1
		if len(open) > 0 {
			s.opens[i] = open[len(open)-1]
		}
		if t.kind == op && strings.Contains("([{", s.word(i)) {
			open = append(open, i)
		}
	}
	for _, i := range open {
		s.pairs[i] = len(s.tokens) - 1
	}
}
