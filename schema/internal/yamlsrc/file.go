package yamlsrc

import (
	"bytes"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
)

// File is one schema file on its way from bytes to nodes.
type File struct {
	Name  string // as the caller named it
	Src   *diag.Source
	Lines *yaml.Lines
	More  bool // than one document is in it
}

func NewFile(src *diag.Source) *File {
	return &File{Name: src.Name, Src: src, Lines: yaml.NewLines(src.Text)}
}

// Span makes a span of the file from byte offsets.
func (f *File) Span(start, end int) diag.Span {
	return diag.Span{File: f.Name, Start: start, End: max(start, end)}
}

// offset converts YAML's line and column.
func (f *File) offset(line, column int) int { return f.Lines.Offset(line, column) }

// nodeSpan finds where a node's own text is. Of a collection it is the
// opening; builder.close extends a flow collection to its end.
func (f *File) nodeSpan(y *yaml.Node) diag.Span {
	start := f.offset(y.Line, y.Column)
	if y.Anchor != "" || y.Style&yaml.TaggedStyle != 0 {
		start = f.skipProperties(start)
	}
	switch y.Kind {
	case yaml.AliasNode:
		return f.Span(start, f.clamp(start+1+len(y.Value)))
	case yaml.ScalarNode:
		return f.Span(start, f.scalarEnd(y, start))
	case yaml.MappingNode:
		if y.Style&yaml.FlowStyle == 0 && len(y.Content) > 0 {
			return f.nodeSpan(y.Content[0])
		}
	}
	return f.Span(start, f.clamp(start+1))
}

func (f *File) clamp(offset int) int { return min(offset, len(f.Src.Text)) }

// skipProperties passes over anchors and tags to the value after them.
func (f *File) skipProperties(i int) int {
	text := f.Src.Text
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
func (f *File) scalarEnd(y *yaml.Node, start int) int {
	text := f.Src.Text
	switch {
	case y.Style&yaml.SingleQuotedStyle != 0:
		return quotedEnd(text, start, '\'')
	case y.Style&yaml.DoubleQuotedStyle != 0:
		return quotedEnd(text, start, '"')
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 && bytes.HasPrefix(text[start:], []byte(y.Value)):
		return start + len(y.Value)
	}
	return f.LineEnd(start)
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

func (f *File) LineEnd(i int) int {
	for i < len(f.Src.Text) && yaml.BreakWidth(f.Src.Text[i:]) == 0 {
		i++
	}
	return i
}

// flowEnd finds the bracket that closes a flow collection after its last
// item, or end itself when there is something else.
func (f *File) flowEnd(end int) int {
	text := f.Src.Text
	for i := end; i < len(text); i++ {
		switch c := text[i]; {
		case c == '}' || c == ']':
			return i + 1
		case c == '#':
			i = f.LineEnd(i) - 1
		case c != ',' && c != ':' && c != '?' && !isBlank(c):
			return end
		}
	}
	return end
}
