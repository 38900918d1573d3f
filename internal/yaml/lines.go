package yaml

import (
	"bytes"
	"unicode/utf8"
)

// Lines converts the places of YAML nodes to offsets in their file. YAML breaks
// lines at more characters than a line feed, and does not count a byte order
// mark. It is not safe for concurrent use.
type Lines struct {
	text   []byte
	starts []int
	last   cursor
}

// cursor is a place in a file, in YAML's terms and as an offset.
type cursor struct{ line, column, offset int }

// ByteOrderMark may begin a file; it belongs to no line.
const ByteOrderMark = "\ufeff"

// NewLines finds where YAML thinks that the lines of a file start.
func NewLines(text []byte) *Lines {
	i := 0
	if bytes.HasPrefix(text, []byte(ByteOrderMark)) {
		i = len(ByteOrderMark)
	}
	l := &Lines{text: text, starts: []int{i}}
	for i < len(text) {
		if width := BreakWidth(text[i:]); width > 0 {
			i += width
			l.starts = append(l.starts, i)
			continue
		}
		i++
	}
	return l
}

// Count returns how many lines the file has, the last of which may be empty.
func (l *Lines) Count() int { return len(l.starts) }

// Offset converts YAML's line and column, which count code points from 1; what
// lies beyond a line's or the text's end counts as that end. It goes on from
// the place converted last where it can, so that converting the nodes of a file
// in order takes linear time even if they share one line.
func (l *Lines) Offset(line, column int) int {
	line = max(1, min(line, len(l.starts)))
	at := cursor{line: line, column: 1, offset: l.starts[line-1]}
	if l.last.line == line && l.last.column <= column {
		at = l.last
	}
	for at.column < column && at.offset < len(l.text) && BreakWidth(l.text[at.offset:]) == 0 {
		_, size := utf8.DecodeRune(l.text[at.offset:])
		at.offset += size
		at.column++
	}
	l.last = at
	return at.offset
}

// BreakWidth returns the length of the YAML line break that text, which is not
// empty, begins with; 0 if it begins with something else.
func BreakWidth(text []byte) int {
	switch text[0] {
	case '\n':
		return 1
	case '\r':
		if len(text) > 1 && text[1] == '\n' {
			return 2
		}
		return 1
	case 0xC2, 0xE2:
		for _, br := range [...]string{"\u0085", "\u2028", "\u2029"} {
			if bytes.HasPrefix(text, []byte(br)) {
				return len(br)
			}
		}
	}
	return 0
}
