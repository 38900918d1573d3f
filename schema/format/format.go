package format

import (
	"bytes"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// Source lays a schema file out anew: two spaces per level, one space after
// colons and commas, no space inside brackets, at most one empty line in a row
// and one around each block at the top. Values of consecutive lines that are
// aligned stay aligned, as far to the left as they can be. Only white space
// changes, so comments, order, quotes and line breaks stay, and the file means
// the same. Formatting twice changes nothing more. The name is used in
// findings; src is not changed. When src is not valid YAML, the result is nil
// with the reasons.
func Source(name string, src []byte) ([]byte, diag.List) {
	found := &yamlsrc.Report{}
	text := bytes.ReplaceAll(bytes.TrimPrefix(src, []byte(yaml.ByteOrderMark)), []byte("\r\n"), []byte("\n"))
	root := tree(name, text, found)
	if root == nil || len(found.List) > 0 {
		// Read again as it is, so that places are those of the caller's file.
		again := &yamlsrc.Report{}
		tree(name, src, again)
		return nil, again.Findings()
	}
	if bytes.Contains(text, []byte("\r")) || root.File.Lines.Count() != bytes.Count(text, []byte("\n"))+1 {
		return src, nil // YAML sees lines that editors don't
	}
	out := newFormatter(root).format()
	if formatted := tree(name, []byte(out), found); !sameTree(root, formatted) {
		return src, nil // a layout that is not understood stays as it is
	}
	return []byte(out), nil
}

// tree reads a text as nodes.
func tree(name string, text []byte, r *yamlsrc.Report) *yamlsrc.Node {
	src := diag.NewSource(name, text)
	if !yamlsrc.CheckText(r, src, yamlsrc.MaxFileSize) {
		return nil
	}
	return yamlsrc.Parse(yamlsrc.NewFile(src), r)
}

// sameTree reports whether two nodes hold the same values.
func sameTree(a, b *yamlsrc.Node) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Tag == b.Tag && a.Text == b.Text &&
		slices.EqualFunc(a.Keys, b.Keys, sameTree) && slices.EqualFunc(a.Items, b.Items, sameTree)
}

func newFormatter(root *yamlsrc.Node) *formatter {
	f := &formatter{file: root.File}
	at := 0
	for text := range strings.SplitSeq(string(root.File.Src.Text), "\n") {
		f.starts = append(f.starts, at)
		f.lines = append(f.lines, line{text: text})
		at += len(text) + 1
	}
	f.value(root, 0)
	if root.Kind == yamlsrc.Map {
		for i, key := range root.Keys {
			at := f.lineOf(key.Span.Start)
			f.lines[at].block = f.lineOf(f.endOf(root.Items[i])) > at
		}
	}
	return f
}

func (f *formatter) format() string {
	var out []string
	for i := range f.lines {
		out = append(out, f.render(i))
	}
	return tidyLines(strings.Join(f.separate(out), "\n"))
}

// render writes a line in its new layout.
func (f *formatter) render(i int) string {
	l := &f.lines[i]
	switch {
	case l.inside:
		return shift(l.text, l.shift)
	case l.known:
		return strings.Repeat(" ", l.indent) + f.respace(i)
	case isComment(l.text):
		return strings.Repeat(" ", f.commentIndent(i)) + strings.TrimSpace(l.text)
	}
	return strings.TrimRight(l.text, " \t")
}

// shift moves a line by n columns. A line without text stays empty, and no
// line loses more than its indentation.
func shift(text string, n int) string {
	switch {
	case strings.TrimSpace(text) == "" && n <= 0:
		return strings.TrimPrefix(text, strings.Repeat(" ", min(-n, len(text))))
	case strings.TrimSpace(text) == "":
		return text
	case n >= 0:
		return strings.Repeat(" ", n) + text
	}
	return text[min(-n, indentOf(text)):]
}

// commentIndent returns how deep a comment line is: as deep as the next
// line if they stood alike, else as deep as the last line that it stood alike
// with, and like the next line if there is none.
func (f *formatter) commentIndent(i int) int {
	old := indentOf(f.lines[i].text)
	next := f.known(i, 1)
	if next >= 0 && indentOf(f.lines[next].text) == old {
		return f.lines[next].indent
	}
	for before := f.known(i, -1); before >= 0; before = f.known(before, -1) {
		switch depth := indentOf(f.lines[before].text); {
		case depth == old:
			return f.lines[before].indent
		case depth < old:
			return f.lines[before].indent + 2
		}
	}
	if next >= 0 {
		return f.lines[next].indent
	}
	return 0
}

// known finds the nearest line in a direction where a node begins.
func (f *formatter) known(i, step int) int {
	for i += step; i >= 0 && i < len(f.lines); i += step {
		if f.lines[i].known {
			return i
		}
	}
	return -1
}

// separate puts an empty line before and after each block at the top, above
// the comments that belong to what follows.
func (f *formatter) separate(rendered []string) []string {
	var out []string
	afterBlock, first, kept := false, true, 0
	for i, text := range rendered {
		l := &f.lines[i]
		if text == "" && !l.inside && (len(out) == 0 || out[len(out)-1] == "" || f.opens(kept)) {
			continue
		}
		if l.known && l.indent == 0 && !l.inside {
			if !first && (l.block || afterBlock) {
				out = insertBlank(out)
			}
			afterBlock, first = l.block, false
		}
		out, kept = append(out, text), i
	}
	return out
}

// opens reports whether a line begins a block that is below it.
func (f *formatter) opens(i int) bool {
	next := f.known(i, 1)
	return f.lines[i].known && next >= 0 && f.lines[next].indent > f.lines[i].indent
}

// insertBlank ends the lines so far with an empty line, except for comments
// at the left that are directly above what follows.
func insertBlank(lines []string) []string {
	at := len(lines)
	for at > 0 && strings.HasPrefix(lines[at-1], "#") {
		at--
	}
	if at == 0 || lines[at-1] == "" {
		return lines
	}
	return slices.Insert(lines, at, "")
}

// tidyLines takes out white space at the end of the file and at its beginning.
func tidyLines(text string) string {
	text = strings.TrimLeft(text, "\n")
	text = strings.TrimRight(text, " \t\n")
	if text == "" {
		return ""
	}
	return text + "\n"
}
