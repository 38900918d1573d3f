package syntax

import "strings"

// Source is the text of a file, whose expressions can be read wherever they stand.
type Source struct {
	Path   string
	Text   string
	Tokens []Token
	Pairs  map[int]int    // opening brackets to closing ones
	Opens  []int          // of each token, the bracket around it; -1: none
	Plain  int            // how many tokens are not in strings; the others follow
	hosts  []int          // of these, the strings
	inner  map[int][2]int // the tokens in a string: from and to
}

// NewSource reads a text into its words.
func NewSource(path, text string) *Source {
	s := &Source{Path: path, Text: text, Tokens: tokens(text), Pairs: map[int]int{}}
	s.pair(0)
	s.fields()
	return s
}

// Word is a token's text.
func (s *Source) Word(i int) string {
	if i < 0 || i >= len(s.Tokens) || s.Tokens[i].Kind == Newline {
		return ""
	}
	return s.Text[s.Tokens[i].Start:s.Tokens[i].End]
}

// pair finds the bracket that closes each one from a token on, the last token for those that
// none does.
func (s *Source) pair(from int) {
	open := []int{}
	for i := from; i < len(s.Tokens); i++ {
		t := s.Tokens[i]
		if t.Kind == Operator && strings.Contains(")]}", s.Word(i)) && len(open) > 0 {
			s.Pairs[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		around := -1
		if len(open) > 0 {
			around = open[len(open)-1]
		}
		s.Opens = append(s.Opens, around)
		if t.Kind == Operator && strings.Contains("([{", s.Word(i)) {
			open = append(open, i)
		}
	}
	for _, i := range open {
		s.Pairs[i] = len(s.Tokens) - 1
	}
}

// fields adds the words in the braces of formatted strings behind those of the file. They
// are where they are written, and in the line of their string.
func (s *Source) fields() {
	s.Plain = len(s.Tokens)
	s.inner = map[int][2]int{}
	for i, level, next := 0, 0, s.Plain; i < len(s.Tokens); i++ {
		if i == next { // the words of strings in strings follow
			level, next = level+1, len(s.Tokens)
		}
		if s.Tokens[i].Kind != String || level == mostStrings {
			continue
		}
		from := len(s.Tokens)
		s.eachField(i, func(start, end int) { s.field(i, start, end) })
		if len(s.Tokens) > from {
			s.inner[i] = [2]int{from, len(s.Tokens)}
		}
	}
}

// mostStrings is how deeply the braces of strings in the braces of strings are read.
const mostStrings = 2

// eachField calls a function with where the text in each pair of braces begins and ends.
func (s *Source) eachField(i int, do func(start, end int)) {
	t := s.Tokens[i]
	o := OpeningAt(s.Text, t.Start)
	shut := t.End - len(o.Quote)
	if !o.Formatted() || shut < o.Body {
		return
	}
	body := s.Text[:shut]
	for at := o.Body; at < shut; {
		next := strings.IndexByte(body[at:], '{')
		if next < 0 {
			return
		}
		at += next
		if strings.HasPrefix(body[at:], "{{") {
			at += 2
			continue
		}
		end := FieldEnd(body, at+1, o.Quote, 0)
		do(at+1, end)
		at = end
	}
}

// field adds the words between two places of the string at a token.
func (s *Source) field(host, start, end int) {
	l := &lexer{text: s.Text[:end], at: start, depth: 1}
	for l.at < end {
		l.next()
	}
	l.add(Newline, end)
	from := len(s.Tokens)
	for _, t := range l.tokens {
		t.Indent, t.Line = s.Tokens[host].Indent, s.Tokens[host].Line
		s.Tokens = append(s.Tokens, t)
		s.hosts = append(s.hosts, s.Host(host))
	}
	s.pair(from)
}

// Each calls a function with the tokens from one to another, and those in their strings, until
// it says that this is enough.
func (s *Source) Each(from, to int, do func(i int) bool) bool {
	for i := from; i < to; i++ {
		in := s.inner[i]
		if !do(i) || !s.Each(in[0], in[1], do) {
			return false
		}
	}
	return true
}

// Host is the token of the file's own that a token is in, if it is one of a string's.
func (s *Source) Host(i int) int {
	if i < s.Plain {
		return i
	}
	return s.hosts[i-s.Plain]
}

// IsImport reports whether a token is part of an import, which names modules.
func (s *Source) IsImport(i int) bool {
	word := s.Word(s.Tokens[i].Line)
	return word == "from" || word == "import"
}
