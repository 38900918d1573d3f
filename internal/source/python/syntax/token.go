package syntax

import (
	"strings"
	"unicode/utf8"
)

// lexer cuts a file into tokens, in linear time. It takes any text: what is not
// Python becomes some token or other.
type lexer struct {
	text   string
	at     int
	depth  int // of brackets
	indent int
	fresh  bool // a logical line begins
	fields int  // of strings in the braces of strings
	broken int  // where the first string is that is never closed
	nodes  []Node
}

func tokens(text string) (nodes []Node, broken int) {
	begin := len(text) - len(strings.TrimPrefix(text, "\ufeff"))
	l := &lexer{text: text, at: begin, fresh: true, broken: len(text)}
	for l.at < len(text) {
		l.next()
	}
	l.newline()
	return l.nodes, l.broken
}

// newline ends a logical line, if it isn't empty.
func (l *lexer) newline() {
	if !l.fresh {
		l.add(newline, l.at)
	}
	l.fresh = true
}

func (l *lexer) add(k Kind, end int) {
	l.nodes = append(l.nodes, Node{Kind: k, Text: l.text[l.at:end], Start: l.at, End: end, indent: l.indent})
	l.fresh, l.at = false, end
}

func (l *lexer) next() {
	switch c := l.text[l.at]; {
	case isLineEnd(c):
		if l.depth == 0 {
			l.newline()
			l.indent = 0
		}
		l.at++
	case c == ' ' || c == '\t' || c == '\f':
		l.blank(c)
	case c == '\\' && l.at+1 < len(l.text) && isLineEnd(l.text[l.at+1]):
		l.at += escaped(l.text[l.at:])
	case c == '#' && l.fields == 0:
		l.at += span(l.text[l.at:], func(c byte) bool { return !isLineEnd(c) })
	case c == '"' || c == '\'':
		l.string()
	case isDigit(c) || c == '.' && l.at+1 < len(l.text) && isDigit(l.text[l.at+1]):
		l.add(Number, l.at+span(l.text[l.at:], isNumberByte))
	case isNameByte(c):
		l.word()
	default:
		l.sign()
	}
}

// blank passes over white space, and counts the columns before a line's first word.
func (l *lexer) blank(c byte) {
	switch {
	case !l.fresh || c == '\f':
	case c == ' ':
		l.indent++
	default:
		l.indent += 8 - l.indent%8
	}
	l.at++
}

// word takes a name, or the string whose prefix it is.
func (l *lexer) word() {
	end := l.at + span(l.text[l.at:], isNameByte)
	if end < len(l.text) && (l.text[end] == '"' || l.text[end] == '\'') && isPrefix(l.text[l.at:end]) {
		l.string()
		return
	}
	l.add(Word, end)
}

var signs = []string{
	"**=", "//=", ">>=", "<<=", "...", "==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
	"@=", "**", "//", "<<", ">>",
}

// sign takes an operator, or anything else.
func (l *lexer) sign() {
	rest := l.text[l.at:]
	for _, s := range signs {
		if strings.HasPrefix(rest, s) {
			l.add(Operator, l.at+len(s))
			return
		}
	}
	kind := Operator
	switch rest[0] {
	case '(', '[', '{':
		kind = Bracket
		l.depth++
	case ')', ']', '}':
		l.depth = max(0, l.depth-1)
	}
	_, size := utf8.DecodeRuneInString(rest)
	l.add(kind, l.at+size)
}

func isPrefix(word string) bool {
	return len(word) <= 2 && strings.Trim(strings.ToLower(word), "bfrtu") == ""
}

func span(text string, in func(byte) bool) int {
	n := 0
	for n < len(text) && in(text[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameByte(c byte) bool {
	isLetter := 'a' <= c|0x20 && c|0x20 <= 'z'
	return c == '_' || isDigit(c) || isLetter || c >= utf8.RuneSelf
}

func isNumberByte(c byte) bool { return c == '.' || isNameByte(c) }

// escaped is how long a backslash is with what is behind it.
func escaped(text string) int {
	if strings.HasPrefix(text, "\\\r\n") {
		return 3
	}
	return min(2, len(text))
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }
