package yamlsrc

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
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

// yamlDocs are the first document of a text, nil if there is none, and the
// beginning of a second.
type yamlDocs struct{ first, second *yaml.Node }

// mistake is what the parser of YAML says about a text, and where.
type mistake struct {
	message string
	at      diag.Span
}

// readYAML decodes text, which is that of f or as long.
func readYAML(f *File, text []byte) (docs yamlDocs, wrong *mistake) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for _, doc := range []**yaml.Node{&docs.first, &docs.second} {
		var n yaml.Node
		switch err := decode(decoder, &n); {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			message := yamlMessage(err)
			return yamlDocs{}, &mistake{message: message, at: f.findSyntaxError(text, message)}
		}
		*doc = &n
	}
	return docs, nil
}

// Parse turns the text of a file into nodes; an empty file is null. It returns
// nil when the text is no YAML, or too much of it. Foreign is asked of a text
// that is no YAML; it reports one that was never meant to be a schema.
func Parse(f *File, r *report.Report, foreign func(*File) bool) *Node {
	docs, wrong := decodeFile(f, r)
	ok := wrong == nil
	if wrong != nil && wrong.message != "" && !foreign(f) {
		f.syntaxError(r, wrong)
	}
	switch {
	case !ok:
		return nil
	case docs.first == nil:
		return &Node{File: f, Tag: tagNull, yaml: &yaml.Node{}, Span: f.Span(0, 0)}
	case docs.second != nil:
		at := f.offset(docs.second.Line, docs.second.Column)
		r.Add(rules.UnsupportedYAML, f.Span(at, f.clamp(at+1)), "a schema file holds one YAML document, and a second begins here").
			Hint("remove it, or move it to a file of its own and include that")
		f.More = true
	}
	b := &builder{file: f, done: map[*yaml.Node]*Node{}, diags: r}
	root := b.build(docs.first.Content[0])
	if b.count > maxNodes {
		return nil // its start says too little about the rest
	}
	return root
}
