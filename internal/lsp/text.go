package lsp

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"
)

// Text is a text with its lines. It never changes.
type Text struct {
	Bytes []byte
	lines []int // offset at which each line starts
}

// NewText indexes the lines of a text.
func NewText(text []byte) *Text {
	t := &Text{Bytes: text, lines: []int{len(text) - len(bytes.TrimPrefix(text, []byte("\ufeff")))}}
	for i := 0; i < len(text); {
		n := bytes.IndexAny(text[i:], "\r\n")
		if n < 0 {
			break
		}
		i += n + 1
		if text[i-1] == '\r' && i < len(text) && text[i] == '\n' {
			i++
		}
		t.lines = append(t.lines, i)
	}
	return t
}

// Offset converts a position. What is beyond the end of a line or of the text counts
// as that end, and what is inside a character as its beginning.
func (t *Text) Offset(p Position) int {
	if uint64(p.Line) >= uint64(len(t.lines)) {
		return len(t.Bytes)
	}
	offset, end := t.lines[p.Line], t.endOf(int(p.Line))
	for left := int64(p.Character); offset < end; {
		r, size := utf8.DecodeRune(t.Bytes[offset:end])
		if left -= int64(units(r)); left < 0 {
			break
		}
		offset += size
	}
	return offset
}

// endOf is where a line ends, before what ends it.
func (t *Text) endOf(line int) int {
	if line+1 >= len(t.lines) {
		return len(t.Bytes)
	}
	end := t.lines[line+1]
	return t.lines[line] + len(bytes.TrimRight(t.Bytes[t.lines[line]:end], "\r\n"))
}

// Position converts an offset; one out of range counts as the nearest one.
func (t *Text) Position(offset int) Position {
	offset = max(t.lines[0], min(offset, len(t.Bytes)))
	line := sort.SearchInts(t.lines, offset+1) - 1
	column := 0
	for rest := t.Bytes[t.lines[line]:min(offset, t.endOf(line))]; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		column += units(r)
		rest = rest[size:]
	}
	return Position{Line: uint32(line), Character: uint32(column)}
}

// Range converts a range of bytes.
func (t *Text) Range(start, end int) Range {
	return Range{Start: t.Position(start), End: t.Position(end)}
}

// Line is what a line holds up to an offset in it, and where it starts.
func (t *Text) Line(offset int) (before []byte, start int) {
	offset = max(t.lines[0], min(offset, len(t.Bytes)))
	start = t.lines[sort.SearchInts(t.lines, offset+1)-1]
	return t.Bytes[start:offset], start
}

// Word is what is written around an offset, up to what sets words apart in YAML.
func (t *Text) Word(offset int) string {
	const apart = " \t\r\n\"'[]{},:?#"
	before, after := string(t.Bytes[:offset]), string(t.Bytes[offset:])
	if end := strings.IndexAny(after, apart); end >= 0 {
		after = after[:end]
	}
	return before[strings.LastIndexAny(before, apart)+1:] + after
}

// units is how many units of UTF-16 a character has.
func units(r rune) int {
	if r > 0xFFFF {
		return 2
	}
	return 1
}

// Apply makes a change that an editor tells of.
func (t *Text) Apply(c ContentChange) *Text {
	if c.Range == nil {
		return NewText([]byte(c.Text))
	}
	start, end := t.Offset(c.Range.Start), t.Offset(c.Range.End)
	if start > end {
		start, end = end, start
	}
	return NewText(bytes.Join([][]byte{t.Bytes[:start], []byte(c.Text), t.Bytes[end:]}, nil))
}
