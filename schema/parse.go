package schema

import (
	"bytes"
	"errors"
	"io"

	"github.com/seed92179c4c/stategen/diag"
	"gopkg.in/yaml.v3"
)

// parse turns the text of a file into nodes. It returns nil when the text is
// no YAML, or nothing is in it.
func (l *loader) parse(f *file) *node {
	var doc yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(f.src.Text))
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		l.emptyFile(f)
		return nil
	case err != nil:
		l.syntaxError(f, err)
		return nil
	}
	var next yaml.Node
	switch err := decoder.Decode(&next); {
	case err == nil:
		at := f.offset(next.Line, next.Column)
		l.add(idUnsupportedYAML, f.span(at, f.clamp(at+1)), "a schema file holds one YAML document, and a second begins here").
			hint("remove it, or move it to a file of its own and include that")
	case !errors.Is(err, io.EOF):
		l.syntaxError(f, err)
		return nil
	}
	b := &builder{file: f, done: map[*yaml.Node]*node{}, diags: l.report}
	f.cursor = cursor{}
	root := b.build(doc.Content[0])
	if b.count > maxNodes {
		return nil // its start says too little about the rest
	}
	if root.isNull() {
		l.emptyFile(f)
		return nil
	}
	return root
}

func (l *loader) emptyFile(f *file) {
	l.add(idMissingField, diag.Span{File: f.name}, "the file is empty").
		hint("begin with version: 1")
}
