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

// newSource reads a text into its words.
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

// fields adds the words in the braces of formatted strings behind those of the file. They
// are where they are written, and in the line of their string.
func (s *source) fields() {
	s.plain = len(s.tokens)
	s.inner = map[int][2]int{}
	for i, level, next := 0, 0, s.plain; i < len(s.tokens); i++ {
		if i == next { // the words of strings in strings follow
			level, next = level+1, len(s.tokens)
		}
		if s.tokens[i].kind != str || level == mostStrings {
			continue
		}
		from := len(s.tokens)
		s.eachField(i, func(start, end int) { s.field(i, start, end) })
		if len(s.tokens) > from {
			s.inner[i] = [2]int{from, len(s.tokens)}
		}
	}
}

// mostStrings is how deeply the braces of strings in the braces of strings are read.
const mostStrings = 2

// eachField calls a function with where the text in each pair of braces begins and ends.
func (s *source) eachField(i int, do func(start, end int)) {
	t := s.tokens[i]
	o := openingAt(s.text, t.start)
	shut := t.end - len(o.quote)
	if !o.formatted() || shut < o.body {
		return
	}
	body := s.text[:shut]
	for at := o.body; at < shut; {
		next := strings.IndexByte(body[at:], '{')
		if next < 0 {
			return
		}
		at += next
		if strings.HasPrefix(body[at:], "{{") {
			at += 2
			continue
		}
		end := fieldEnd(body, at+1, o.quote, 0)
		do(at+1, end)
		at = end
	}
}

// field adds the words between two places of the string at a token.
func (s *source) field(host, start, end int) {
	l := &lexer{text: s.text[:end], at: start, depth: 1}
	for l.at < end {
		l.next()
	}
	l.add(newline, end)
	from := len(s.tokens)
	for _, t := range l.tokens {
		t.indent, t.line = s.tokens[host].indent, s.tokens[host].line
		s.tokens = append(s.tokens, t)
		s.hosts = append(s.hosts, s.host(host))
	}
	s.pair(from)
}

// each calls a function with the tokens from one to another, and those in their strings, until
// it says that this is enough.
func (s *source) each(from, to int, do func(i int) bool) bool {
	for i := from; i < to; i++ {
		in := s.inner[i]
		if !do(i) || !s.each(in[0], in[1], do) {
			return false
		}
	}
	return true
}

// host is the token of the file's own that a token is in, if it is one of a string's.
func (s *source) host(i int) int {
	if i < s.plain {
		return i
	}
	return s.hosts[i-s.plain]
}

// isImport reports whether a token is part of an import, which names modules.
func (s *source) isImport(i int) bool {
	word := s.word(s.tokens[i].line)
	return word == "from" || word == "import"
}
