package python

import "strings"

// source is the text of a file, whose expressions can be read wherever they stand.
type source struct {
	path   string
	text   string
	tokens []token
	pairs  map[int]int    // opening brackets to closing ones
	opens  []int          // of each token, the bracket around it; -1: none
	plain  int            // how many tokens are not in strings; the others follow
	hosts  []int          // of these, the strings
	inner  map[int][2]int // the tokens in a string: from and to
}

func newSource(path, text string) *source {
	s := &source{path: path, text: text, tokens: tokens(text), pairs: map[int]int{}}
	s.pair(0)
	s.fields()
	return s
}

// word is a token's text.
func (s *source) word(i int) string {
	if i < 0 || i >= len(s.tokens) || s.tokens[i].kind == newline {
		return ""
	}
	return s.text[s.tokens[i].start:s.tokens[i].end]
}

// pair finds the bracket that closes each one from a token on, the last token for those that
// none does.
func (s *source) pair(from int) {
	open := []int{}
	for i := from; i < len(s.tokens); i++ {
		t := s.tokens[i]
		if t.kind == op && strings.Contains(")]}", s.word(i)) && len(open) > 0 {
			s.pairs[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		around := -1
		if len(open) > 0 {
			around = open[len(open)-1]
		}
		s.opens = append(s.opens, around)
		if t.kind == op && strings.Contains("([{", s.word(i)) {
			open = append(open, i)
		}
	}
	for _, i := range open {
		s.pairs[i] = len(s.tokens) - 1
	}
}
