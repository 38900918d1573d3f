package yamlsrc

import (
	"bytes"
	"regexp"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
)

// decodeFile reads a file as YAML, or returns what is wrong with it. A type without
// the quotes that YAML wants, such as []string, is reported and read as what it
// is meant to be, so that one slip does not hide the other mistakes.
func decodeFile(f *File, to *Report) (yamlDocs, *mistake) {
	r := reading{file: f, text: f.Src.Text}
	r.docs, r.wrong = readYAML(f, r.text)
	for tries := min(maxUnquoted, maxReread/(len(r.text)+1)); r.wrong != nil; tries-- {
		span, ok := r.past()
		if !ok {
			return yamlDocs{}, r.wrong
		}
		f.unquoted(to, span)
		if tries <= 1 {
			return yamlDocs{}, &mistake{}
		}
	}
	if r.docs.first != nil && !bytes.Equal(r.text, f.Src.Text) {
		f.restore(r.docs.first)
	}
	return r.docs, nil
}

// reading is a text that stands for a file, and what the parser made of it.
type reading struct {
	file  *File
	text  []byte
	docs  yamlDocs
	wrong *mistake
}

// past gets the parser past its mistake, if a type without quotes is the
// cause, and returns that type. The type is on the line of the mistake, or
// on the one before, after which the parser may have looked.
func (r *reading) past() (diag.Span, bool) {
	at := r.wrong.at.Start
	line := bytes.LastIndexByte(r.text[:at], '\n') + 1
	above := bytes.LastIndexByte(bytes.TrimRight(r.text[:line], " \t\r\n"), '\n') + 1
	for _, place := range [][2]int{{line, at}, {above, above}} {
		span, ok := r.typeOnLine(place[0], place[1])
		if !ok {
			continue
		}
		text := withoutMarks(r.text, span)
		docs, wrong := readYAML(r.file, text)
		if wrong == nil || wrong.at.Start > at {
			r.text, r.docs, r.wrong = text, docs, wrong
			return span, true
		}
	}
	return diag.Span{}, false
}

const (
	maxUnquoted = 100     // types without quotes that are read over
	maxReread   = 4 << 20 // bytes to read again for them
)

// typeWithMarks is a type whose brackets or question mark YAML can take for
// its own.
var typeWithMarks = regexp.MustCompile(`(?:\[\])+\pL[\pL\w.\[\]]*\??|\pL[\pL\w.]*\[[\pL\w.\[\]]*\??|\pL[\pL\w.]*\?`)

// typeOnLine finds a type without quotes on the line that begins at from and
// ending after an offset. It is where a value begins.
func (r *reading) typeOnLine(from, behind int) (diag.Span, bool) {
	line := r.text[from:r.file.LineEnd(from)]
	for _, m := range typeWithMarks.FindAllIndex(line, -1) {
		start, end := from+m[0], from+m[1]
		before := bytes.TrimRight(r.text[from:start], " \t")
		if end > behind && len(before) > 0 && bytes.IndexByte([]byte(":,{[-"), before[len(before)-1]) >= 0 {
			return r.file.Span(start, end), true
		}
	}
	return diag.Span{}, false
}

// withoutMarks returns text with a type written so that YAML reads it as one
// word of the same length.
func withoutMarks(text []byte, span diag.Span) []byte {
	text = bytes.Clone(text)
	for i := span.Start; i < span.End; i++ {
		if bytes.IndexByte([]byte("[]?"), text[i]) >= 0 {
			text[i] = '_'
		}
	}
	return text
}

// restore gives scalars that were read without their marks the text that
// is in the file.
func (f *File) restore(y *yaml.Node) {
	if y.Kind == yaml.ScalarNode && y.Style == 0 {
		start := f.offset(y.Line, y.Column)
		written := f.Src.Text[start:f.clamp(start+len(y.Value))]
		if string(withoutMarks(written, diag.Span{End: len(written)})) == y.Value {
			y.Value = string(written)
		}
	}
	for _, inner := range y.Content {
		f.restore(inner)
	}
}
