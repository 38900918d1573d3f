package syntax

import (
	"strconv"
	"strings"
)

// Part is a part of a string: text, or a field in the braces of a formatted one.
type Part struct {
	Text      string
	Field     Expr // none: this is text
	Start     int
	Formatted bool    // single braces are doubled here
	Pieces    []Piece // of a text
}

// Piece is where a part of the text that is written as it is begins, and where in the file.
type Piece struct{ Text, File int }

// mostNested is how deeply strings in the braces of strings are followed.
const mostNested = 4

// literal is a string that is read.
type literal struct {
	*lexer
	isRaw, isFormatted bool
	quote              string
	parts              []Part
	text               strings.Builder // of the last part
}

// string takes a string. One of bytes has no parts, and so has one that is never closed: it ends where the line does,
// or the file, and is what is broken.
func (l *lexer) string() {
	start := l.at
	prefix := strings.ToLower(l.text[l.at : l.at+span(l.text[l.at:], isNameByte)])
	s := &literal{lexer: l, isRaw: strings.Contains(prefix, "r"), isFormatted: strings.ContainsAny(prefix, "ft")}
	l.at += len(prefix)
	s.quote = l.text[l.at : l.at+1]
	if triple := strings.Repeat(s.quote, 3); strings.HasPrefix(l.text[l.at:], triple) {
		s.quote = triple
	}
	l.at += len(s.quote)
	s.begin()
	for s.next() {
	}
	s.parts[len(s.parts)-1].Text = s.text.String()
	if !strings.HasPrefix(l.text[l.at:], s.quote) {
		l.broken = min(l.broken, start)
		s.parts = nil
	} else if l.at += len(s.quote); strings.Contains(prefix, "b") {
		s.parts = nil
	}
	end := l.at
	l.at = start
	l.add(String, end)
	l.nodes[len(l.nodes)-1].Parts = s.parts
}

// begin begins a text.
func (s *literal) begin() {
	s.parts = append(s.parts, Part{Start: s.at, Formatted: s.isFormatted, Pieces: []Piece{{0, s.at}}})
	s.text.Reset()
}

// next reads a character, an escape sequence or a field, if there is one.
func (s *literal) next() bool {
	if s.at == len(s.lexer.text) {
		return false
	}
	switch rest := s.lexer.text[s.at:]; {
	case strings.HasPrefix(rest, s.quote), isLineEnd(rest[0]) && len(s.quote) == 1:
		return false
	case s.isFormatted && (strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}")):
		s.stands(rest[:1], 2)
	case s.isFormatted && rest[0] == '{' && s.fields < mostNested:
		s.field()
		s.begin()
	case rest[0] != '\\':
		s.text.WriteByte(rest[0])
		s.at++
	case s.isRaw && !strings.HasPrefix(rest, "\\{"):
		s.stands(rest[:escaped(rest)], escaped(rest))
	case s.isRaw:
		s.stands(rest[:1], 1)
	default:
		s.stands(escape(rest))
	}
	return true
}

// stands notes what as many bytes stand for.
func (s *literal) stands(value string, bytes int) {
	s.text.WriteString(value)
	s.at += bytes
	last := &s.parts[len(s.parts)-1]
	last.Pieces = append(last.Pieces, Piece{s.text.Len(), s.at})
}

// field reads what stands in braces.
func (s *literal) field() {
	in := &lexer{text: s.lexer.text, at: s.at + 1, depth: 1, fields: s.fields + 1, broken: s.broken}
	for in.at < len(in.text) && in.depth > 0 {
		in.next()
	}
	shut := max(0, len(in.nodes)-1)
	p := parser{nodes: in.nodes[:shut]}
	s.parts[len(s.parts)-1].Text = s.text.String()
	s.parts = append(s.parts, Part{Field: p.line(), Start: s.at})
	s.at, s.broken = in.at, in.broken
}

// escape reads an escape sequence at the beginning of a text, and says how long it is. One that is rare
// stands for itself.
func escape(text string) (value string, size int) {
	switch rest := text[1:]; {
	case strings.HasPrefix(rest, "\r\n"):
		return "", 3
	case strings.HasPrefix(rest, "\n"):
		return "", 2
	case strings.HasPrefix(rest, "'"), strings.HasPrefix(rest, `"`):
		return rest[:1], 2
	}
	r, _, rest, err := strconv.UnquoteChar(text, 0) // Python's are those of Go
	if err != nil {
		return text[:1], 1
	}
	return string(r), len(text) - len(rest)
}
