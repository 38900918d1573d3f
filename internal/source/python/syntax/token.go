package syntax

import (
	"strings"
	"unicode/utf8"
)

// TokenKind says what a token is.
type TokenKind uint8

const (
	NameToken TokenKind = iota
	NumberToken
	StringToken
	OperatorToken
	NewlineToken // the end of a logical line
)

// Token is a word of a file: text[start:end].
type Token struct {
	Kind       TokenKind
	Start, End int
	Indent     int // of its logical line, in columns
}

// lexer cuts a file into tokens, in linear time. It takes any text: what is not
// Python becomes some token or other.
type lexer struct {
	text   string
	at     int
	depth  int // of brackets
	indent int
	fresh  bool // a logical line begins
	tokens []Token
}

func tokens(text string) []Token {
	l := &lexer{text: text, at: len(text) - len(strings.TrimPrefix(text, "\ufeff")), fresh: true}
	for l.at < len(text) {
		l.next()
	}
	l.add(NewlineToken, l.at)
	return l.tokens
}

func (l *lexer) add(k TokenKind, end int) {
	if k == NewlineToken && l.fresh {
		l.at = end
		return // an empty line
	}
	l.tokens = append(l.tokens, Token{Kind: k, Start: l.at, End: end, Indent: l.indent})
	l.fresh = k == NewlineToken
	l.at = end
}

func (l *lexer) next() {
	if l.fresh {
		l.indentation()
		if l.at == len(l.text) {
			return
		}
	}
	switch c := l.text[l.at]; {
	case isLineEnd(c) && l.depth == 0:
		l.add(NewlineToken, l.at+1)
	case isLineEnd(c):
		l.at++
	case c == ' ' || c == '\t' || c == '\f':
		l.at++
	case c == '\\' && l.at+1 < len(l.text) && isLineEnd(l.text[l.at+1]):
		l.at += escaped(l.text[l.at:])
	case c == '#':
		l.at += span(l.text[l.at:], func(c byte) bool { return !isLineEnd(c) })
	case c == '"' || c == '\'':
		l.add(StringToken, stringEnd(l.text, l.at))
	case isDigit(c) || c == '.' && l.at+1 < len(l.text) && isDigit(l.text[l.at+1]):
		l.add(NumberToken, l.at+span(l.text[l.at:], isNumberByte))
	case isNameByte(c):
		l.word()
	default:
		l.operator()
	}
}

// indentation counts the columns before a line's first word.
func (l *lexer) indentation() {
	l.indent = 0
	for ; l.at < len(l.text); l.at++ {
		switch l.text[l.at] {
		case ' ':
			l.indent++
		case '\t':
			l.indent += 8 - l.indent%8
		case '\f':
		default:
			return
		}
	}
}

// word takes a name, or the string whose prefix it is.
func (l *lexer) word() {
	end := l.at + span(l.text[l.at:], isNameByte)
	if end < len(l.text) && (l.text[end] == '"' || l.text[end] == '\'') && isPrefix(l.text[l.at:end]) {
		l.add(StringToken, stringEnd(l.text, l.at))
		return
	}
	l.add(NameToken, end)
}

var operators = []string{
	"**=", "//=", ">>=", "<<=", "...", "==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
	"@=", "**", "//", "<<", ">>",
}

func (l *lexer) operator() {
	rest := l.text[l.at:]
	for _, o := range operators {
		if strings.HasPrefix(rest, o) {
			l.add(OperatorToken, l.at+len(o))
			return
		}
	}
	switch rest[0] {
	case '(', '[', '{':
		l.depth++
	case ')', ']', '}':
		l.depth = max(0, l.depth-1)
	}
	_, size := utf8.DecodeRuneInString(rest)
	l.add(OperatorToken, l.at+size)
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
