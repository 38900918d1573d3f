package schema

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/diag"
	"gopkg.in/yaml.v3"
)

// file is one schema file on its way from bytes to nodes.
type file struct {
	name   string // as the caller named it
	src    *diag.Source
	lines  []int  // offset of each line as YAML counts lines
	cursor cursor // the last place converted
}

// cursor is a place in a file, in YAML's terms and as an offset.
type cursor struct{ line, column, offset int }

func newFile(src *diag.Source) *file {
	return &file{name: src.Name, src: src, lines: yamlLines(src.Text)}
}

// span makes a span of the file from byte offsets.
func (f *file) span(start, end int) diag.Span {
	return diag.Span{File: f.name, Start: start, End: max(start, end)}
}

// yamlLines finds where YAML thinks lines start: it breaks lines at more
// characters than a line feed, and does not count a byte order mark.
func yamlLines(text []byte) []int {
	i := 0
	if bytes.HasPrefix(text, []byte(byteOrderMark)) {
		i = len(byteOrderMark)
	}
	lines := []int{i}
	for i < len(text) {
		if width := breakWidth(text[i:]); width > 0 {
			i += width
			lines = append(lines, i)
			continue
		}
		i++
	}
	return lines
}

const byteOrderMark = "\ufeff"

// breakWidth returns the length of the line break that text begins with.
func breakWidth(text []byte) int {
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

// offset converts YAML's line and column, which count code points from 1. It
// goes on from the place converted last where it can, so that converting the
// nodes of a file in order takes linear time even if they share one line.
func (f *file) offset(line, column int) int {
	line = max(1, min(line, len(f.lines)))
	at := cursor{line: line, column: 1, offset: f.lines[line-1]}
	if f.cursor.line == line && f.cursor.column <= column {
		at = f.cursor
	}
	text := f.src.Text
	for at.column < column && at.offset < len(text) && breakWidth(text[at.offset:]) == 0 {
		_, size := utf8.DecodeRune(text[at.offset:])
		at.offset += size
		at.column++
	}
	f.cursor = at
	return at.offset
}

// nodeSpan finds where a node's own text stands. Of a collection it is the
// opening; builder.close extends a flow collection to its end.
func (f *file) nodeSpan(y *yaml.Node) diag.Span {
	start := f.offset(y.Line, y.Column)
	if y.Anchor != "" || y.Style&yaml.TaggedStyle != 0 {
		start = f.skipProperties(start)
	}
	switch y.Kind {
	case yaml.AliasNode:
		return f.span(start, f.clamp(start+1+len(y.Value)))
	case yaml.ScalarNode:
		return f.span(start, f.scalarEnd(y, start))
	case yaml.MappingNode:
		if y.Style&yaml.FlowStyle == 0 && len(y.Content) > 0 {
			return f.nodeSpan(y.Content[0])
		}
	}
	return f.span(start, f.clamp(start+1))
}

func (f *file) clamp(offset int) int { return min(offset, len(f.src.Text)) }

// skipProperties passes over anchors and tags to the value behind them.
func (f *file) skipProperties(i int) int {
	text := f.src.Text
	for i < len(text) && (text[i] == '&' || text[i] == '!') {
		for i < len(text) && !isBlank(text[i]) {
			i++
		}
		for i < len(text) && isBlank(text[i]) {
			i++
		}
	}
	return i
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// scalarEnd finds the end of a scalar; of one on several lines, the end of
// its first line, except that a quoted one ends at its closing quote.
func (f *file) scalarEnd(y *yaml.Node, start int) int {
	text := f.src.Text
	switch {
	case y.Style&yaml.SingleQuotedStyle != 0:
		return quotedEnd(text, start, '\'')
	case y.Style&yaml.DoubleQuotedStyle != 0:
		return quotedEnd(text, start, '"')
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 && bytes.HasPrefix(text[start:], []byte(y.Value)):
		return start + len(y.Value)
	}
	return f.lineEnd(start)
}

func quotedEnd(text []byte, start int, quote byte) int {
	for i := start + 1; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] == quote && quote == '\'' && i+1 < len(text) && text[i+1] == quote:
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return len(text)
}

func (f *file) lineEnd(i int) int {
	for i < len(f.src.Text) && breakWidth(f.src.Text[i:]) == 0 {
		i++
	}
	return i
}

// flowEnd finds the bracket that closes a flow collection behind its last
// item, or end itself when there is something else.
func (f *file) flowEnd(end int) int {
	text := f.src.Text
	for i := end; i < len(text); i++ {
		switch c := text[i]; {
		case c == '}' || c == ']':
			return i + 1
		case c == '#':
			i = f.lineEnd(i) - 1
		case c != ',' && c != ':' && c != '?' && !isBlank(c):
			return end
		}
	}
	return end
}

// sub returns the span of a part of a scalar's text, or of the whole scalar
// when its text is not written in the file as it is.
func (n *node) sub(start, end int) diag.Span {
	text := n.file.src.Text[n.span.Start:n.span.End]
	if len(text) >= 2 && (text[0] == '"' || text[0] == '\'') {
		if string(text[1:len(text)-1]) == n.text {
			return n.file.span(n.span.Start+1+start, n.span.Start+1+end)
		}
	}
	if string(text) == n.text {
		return n.file.span(n.span.Start+start, n.span.Start+end)
	}
	return n.span
}
