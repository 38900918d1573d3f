package format

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// value notes how deep the lines of a value stand, if it begins on lines of
// its own, and where its white space is.
func (f *formatter) value(n *yamlsrc.Node, indent int) {
	switch {
	case n.IsAlias():
		f.begins(n.Span.Start, indent)
		f.ends(n)
	case n.Kind == yamlsrc.Scalar:
		f.begins(n.Span.Start, indent)
		f.scalar(n, indent)
	case n.IsFlow():
		f.begins(n.Span.Start, indent)
		f.flow(n)
	case n.Kind == yamlsrc.List:
		f.blockList(n, indent)
	default:
		f.blockMap(n, indent)
	}
}

// begins says that a node is at an offset. If nothing is before it on its
// line, that is the line's indentation.
func (f *formatter) begins(offset, indent int) {
	i := f.lineOf(offset)
	l := &f.lines[i]
	before := l.text[:min(offset-f.starts[i], len(l.text))]
	if !l.known && !l.inside && strings.TrimSpace(before) == "" && strings.TrimSpace(l.text) != "" {
		l.known, l.indent = true, indent
	}
}

// ends notes the last token of a line.
func (f *formatter) ends(n *yamlsrc.Node) {
	l := &f.lines[f.lineOf(n.Span.End)]
	l.end = max(l.end, n.Span.End)
}

func (f *formatter) blockMap(n *yamlsrc.Node, indent int) {
	spaces := f.columns(n)
	for i, key := range n.Keys {
		value := n.Items[i]
		f.begins(key.Span.Start, indent)
		f.ends(key)
		f.gap(key.Span.End, value.Span.Start, colon, ":"+strings.Repeat(" ", spaces[i]))
		f.value(value, indent+2)
	}
}

var (
	colon   = regexp.MustCompile(`^[ \t]*:[ \t]+$`)
	comma   = regexp.MustCompile(`^[ \t]*,[ \t]*$`)
	nothing = regexp.MustCompile(`^[ \t]+$`)
	dash    = regexp.MustCompile(`^-[ \t]+$`)
)

// gap replaces what is between two tokens, if it is of the usual form and
// on one line.
func (f *formatter) gap(start, end int, form *regexp.Regexp, text string) {
	if start > end || !form.Match(f.file.Src.Text[start:end]) {
		return
	}
	l := &f.lines[f.lineOf(start)]
	l.gaps = append(l.gaps, gap{start, end, text})
}

// blockList lays out a list of lines that begin with dashes.
func (f *formatter) blockList(n *yamlsrc.Node, indent int) {
	end := f.listStart(n)
	for _, item := range n.Items {
		at := f.dashBefore(item.Span.Start, end)
		if at >= 0 {
			f.begins(at, indent)
			f.gap(at, item.Span.Start, dash, "- ")
			f.lines[f.lineOf(at)].end = max(f.lines[f.lineOf(at)].end, at+1)
		}
		f.value(item, indent+2)
		end = f.endOf(item)
	}
}

func (f *formatter) listStart(n *yamlsrc.Node) int { return max(0, n.Span.Start-1) }

// dashBefore finds the dash in front of an item, after the one before it.
func (f *formatter) dashBefore(offset, from int) int {
	from = min(from, offset)
	i := bytes.LastIndexByte(f.file.Src.Text[from:min(offset+1, len(f.file.Src.Text))], '-')
	if i < 0 {
		return -1
	}
	return from + i
}

// flow lays out a collection in brackets. On one line its spaces are set; over
// several lines it moves as a whole.
func (f *formatter) flow(n *yamlsrc.Node) {
	if f.goesOn(n.Span.Start, n.Span.End, f.lineShift(n.Span.Start)) {
		return
	}
	f.ends(n)
	f.flowGaps(n)
}

// flowGaps sets the spaces of a collection on one line.
func (f *formatter) flowGaps(n *yamlsrc.Node) {
	at, form, text := n.Span.Start+1, nothing, ""
	for i, item := range n.Items {
		if n.Kind == yamlsrc.Map {
			key := n.Keys[i]
			f.gap(at, key.Span.Start, form, text)
			at, form, text = key.Span.End, colon, ": "
		}
		f.gap(at, item.Span.Start, form, text)
		if item.Kind != yamlsrc.Scalar && !item.IsAlias() {
			f.flowGaps(item)
		}
		at, form, text = max(at, item.Span.End), comma, ", "
	}
	f.gap(at, n.Span.End-1, nothing, "")
}

// scalar lays out the lines of a scalar after its first.
func (f *formatter) scalar(n *yamlsrc.Node, indent int) {
	if n.IsBlockText() {
		f.blockScalar(n, indent)
		return
	}
	end := n.Span.End
	if plain := !n.IsQuoted(); plain && end-n.Span.Start != len(n.Text) {
		end = n.TextOffsets()(len(n.Text))
	}
	if !f.goesOn(n.Span.Start, end, f.lineShift(n.Span.Start)) {
		f.ends(n)
	}
}

// goesOn marks the lines after the first of a value, and reports whether
// there are any.
func (f *formatter) goesOn(start, end, shift int) bool {
	first, last := f.lineOf(start), f.lineOf(end)
	for i := first + 1; i <= last; i++ {
		f.lines[i].inside, f.lines[i].shift = true, shift
	}
	if last > first {
		f.lines[first].end = max(f.lines[first].end, f.starts[first]+len(f.lines[first].text))
	}
	return last > first
}

// lineShift returns how far the line at an offset moves to the right.
func (f *formatter) lineShift(offset int) int {
	i := f.lineOf(offset)
	l := &f.lines[i]
	if l.inside {
		return l.shift
	}
	if !l.known {
		return 0
	}
	return l.indent - indentOf(l.text)
}

// blockScalar moves the text after | or > to its place under the field it
// belongs to; where the number of columns is written, it moves along.
func (f *formatter) blockScalar(n *yamlsrc.Node, indent int) {
	first := f.lineOf(n.Span.Start)
	header := f.lines[first].text[n.Span.Start-f.starts[first]:]
	f.lines[first].end = f.starts[first] + len(f.lines[first].text)
	last, old := f.blockEnd(first)
	if strings.TrimSpace(n.Text) == "" || old < 0 {
		return
	}
	by := indent - old
	if strings.ContainsAny(header[:min(len(header), 3)], "123456789") {
		by = f.lineShift(n.Span.Start)
	}
	for i := first + 1; i <= last; i++ {
		f.lines[i].inside, f.lines[i].shift = true, by
	}
}

// blockEnd returns the last line of a block scalar that has text, and how deep
// its first one is; -1 without any.
func (f *formatter) blockEnd(first int) (last, depth int) {
	last, depth = first, -1
	for i := first + 1; i < len(f.lines); i++ {
		text := f.lines[i].text
		if strings.TrimSpace(text) == "" {
			continue
		}
		if depth < 0 {
			depth = indentOf(text)
		}
		if indentOf(text) < depth {
			break
		}
		last = i
	}
	return last, depth
}

// respace writes a line without its indentation, with its gaps replaced and
// one space before a comment at its end.
func (f *formatter) respace(i int) string {
	l := &f.lines[i]
	start, limit := f.starts[i]+indentOf(l.text), f.starts[i]+len(l.text)
	slices.SortFunc(l.gaps, func(a, b gap) int { return a.start - b.start })
	var b strings.Builder
	at := start
	text := f.file.Src.Text
	for _, g := range l.gaps {
		if g.start < at || g.end > limit {
			continue
		}
		b.Write(text[at:g.start])
		b.WriteString(g.text)
		at = g.end
	}
	end := min(max(l.end, at), limit)
	b.Write(text[at:end])
	b.WriteString(tail(string(text[end:limit])))
	return strings.TrimRight(b.String(), " \t")
}

var comment = regexp.MustCompile(`^([ \t]*[:,\]}]?)[ \t]+(#.*)$`)

// tail sets one space before a comment that ends a line.
func tail(text string) string {
	if m := comment.FindStringSubmatch(text); m != nil {
		return strings.TrimLeft(m[1], " \t") + " " + strings.TrimRight(m[2], " \t")
	}
	return strings.TrimRight(text, " \t")
}
