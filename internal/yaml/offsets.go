package yaml

import (
	"strconv"
	"strings"
)

// Offsets returns a function from an offset in a scalar's value to the offset
// in file at which that byte is written; the end of the value is the end of
// its last byte. Start is where the scalar begins: its quote, its block
// indicator or its first character. Where a byte is not written as such (line
// breaks that YAML folds), the place where it is left out is returned. If file
// does not hold the scalar at start, every offset leads to start.
func Offsets(file []byte, start int, scalar *Node) func(offset int) int {
	a := aligner{file: file, pos: start, value: scalar.Value, style: scalar.Style}
	at, ok := a.align()
	if !ok {
		return func(int) int { return start }
	}
	return func(offset int) int { return at[max(0, min(offset, len(at)-1))] }
}

// aligner walks through a scalar's value and its source together. They hold
// the same characters in the same order, but for white space at line breaks,
// doubled single quotes and the escapes of double-quoted scalars.
type aligner struct {
	file  []byte
	pos   int
	value string
	style Style
	at    []int
}

func (a *aligner) align() ([]int, bool) {
	a.at = make([]int, 0, len(a.value)+1)
	a.open()
	for len(a.at) < len(a.value) {
		if a.pos >= len(a.file) || !a.step(a.value[len(a.at)], a.file[a.pos]) {
			return nil, false
		}
	}
	end := a.pos
	if n := len(a.at); n > 0 && a.style&DoubleQuotedStyle == 0 {
		end = a.at[n-1] + 1
	}
	return append(a.at, end), true
}

// open passes over what stands before the text: anchor, tag, quote, header.
func (a *aligner) open() {
	for a.pos < len(a.file) && (a.file[a.pos] == '&' || a.file[a.pos] == '!') {
		a.skip(false)
		a.skip(true)
	}
	switch {
	case a.style&(SingleQuotedStyle|DoubleQuotedStyle) != 0:
		a.pos++
	case a.style&(LiteralStyle|FoldedStyle) != 0:
		for a.pos < len(a.file) && BreakWidth(a.file[a.pos:]) == 0 {
			a.pos++
		}
		if a.pos < len(a.file) {
			a.pos += BreakWidth(a.file[a.pos:])
		}
	}
}

// skip passes over a run of white space, or of other text.
func (a *aligner) skip(space bool) {
	for a.pos < len(a.file) && isSpace(a.file[a.pos]) == space {
		a.pos++
	}
}

// step places the next byte of the value, or passes over one of the source.
func (a *aligner) step(want, have byte) bool {
	switch {
	case have == '\\' && a.style&DoubleQuotedStyle != 0:
		return a.escape()
	case have == '\'' && want == '\'' && a.style&SingleQuotedStyle != 0:
		a.place(1, 2)
	case want == have:
		a.place(1, 1)
	case isSpace(want):
		a.place(1, 0)
	case isSpace(have):
		a.pos++
	default:
		width := BreakWidth(a.file[a.pos:])
		a.pos += width
		return width > 0
	}
	return true
}

// place notes that n bytes of the value stand here, written in width bytes.
func (a *aligner) place(n, width int) {
	for range n {
		a.at = append(a.at, a.pos)
	}
	a.pos += width
}

func (a *aligner) escape() bool {
	rest := a.file[a.pos+1:]
	if len(rest) == 0 {
		return false
	}
	if width := BreakWidth(rest); width > 0 {
		a.pos += 1 + width // nor is the line break part of the text, nor the indentation behind it
		a.skip(true)
		return true
	}
	text, width := unescape(rest)
	if text == "" || !strings.HasPrefix(a.value[len(a.at):], text) {
		return false
	}
	a.place(len(text), 1+width)
	return true
}

// simpleEscapes are the escapes of one character.
var simpleEscapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r",
	'e': "\x1b", ' ': " ", '"': `"`, '\'': "'", '/': "/", '\\': `\`,
	'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// unescape returns what an escape means and its length without the backslash.
func unescape(escape []byte) (text string, width int) {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[escape[0]]
	if digits == 0 {
		return simpleEscapes[escape[0]], 1
	}
	if len(escape) <= digits {
		return "", 0
	}
	code, err := strconv.ParseUint(string(escape[1:1+digits]), 16, 32)
	if err != nil {
		return "", 0
	}
	return string(rune(code)), 1 + digits
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
