package schema

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"gopkg.in/yaml.v3"
)

// decode reads the next document. A panic of the parser, which has had some on
// odd input, becomes an error.
func decode(d *yaml.Decoder, into *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	return d.Decode(into)
}

// parse turns the text of a file into nodes; an empty file is null. It returns
// nil when the text is no YAML, or too much of it.
func (l *loader) parse(f *file) *node {
	var doc yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(f.src.Text))
	switch err := decode(decoder, &doc); {
	case errors.Is(err, io.EOF):
		return &node{file: f, tag: tagNull, yaml: &doc, span: f.span(0, 0)}
	case err != nil:
		l.syntaxError(f, err)
		return nil
	}
	var next yaml.Node
	switch err := decode(decoder, &next); {
	case err == nil:
		at := f.offset(next.Line, next.Column)
		l.add(idUnsupportedYAML, f.span(at, f.clamp(at+1)), "a schema file holds one YAML document, and a second begins here").
			hint("remove it, or move it to a file of its own and include that")
	case !errors.Is(err, io.EOF):
		l.syntaxError(f, err)
		return nil
	}
	b := &builder{file: f, done: map[*yaml.Node]*node{}, diags: l.report}
	root := b.build(doc.Content[0])
	if b.count > maxNodes {
		return nil // its start says too little about the rest
	}
	return root
}
