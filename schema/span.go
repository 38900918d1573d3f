package schema

import (
	"bytes"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/yamltext"
	"gopkg.in/yaml.v3"
)

// file is one schema file on its way from bytes to nodes.
type file struct {
	name  string // as the caller named it
	src   *diag.Source
	lines *yamltext.Lines
	more  bool // than one document is in it
}

func newFile(src *diag.Source) *file {
	return &file{name: src.Name, src: src, lines: yamltext.NewLines(src.Text)}
}

// span makes a span of the file from byte offsets.
func (f *file) span(start, end int) diag.Span {
	return diag.Span{File: f.name, Start: start, End: max(start, end)}
}

// offset converts YAML's line and column.
func (f *file) offset(line, column int) int { return f.lines.Offset(line, column) }

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
	for i < len(f.src.Text) && yamltext.BreakWidth(f.src.Text[i:]) == 0 {
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
