package yamlsrc

import "github.com/seed92179c4c/stategen/internal/yaml"

// Parse turns the text of a file into nodes; an empty file is null. It returns
// nil when the text is no YAML, or too much of it.
func Parse(f *File, r *Report) *Node {
	docs, wrong := decodeFile(f, r)
	if wrong != nil {
		f.syntaxError(r, wrong)
		return nil
	}
	switch {
	case docs.first == nil:
		return &Node{File: f, Tag: tagNull, yaml: &yaml.Node{}, Span: f.Span(0, 0)}
	case docs.second != nil:
		at := f.offset(docs.second.Line, docs.second.Column)
		r.Say(secondDocument, f.Span(at, f.clamp(at+1)))
		f.More = true
	}
	b := &builder{file: f, done: map[*yaml.Node]*Node{}, diags: r}
	root := b.build(docs.first.Content[0])
	if b.count > maxNodes {
		return nil // its start says too little about the rest
	}
	return root
}

// syntaxError reports text that is no YAML. yaml.v3 says what is wrong but
// hardly where, so the place is found by parsing again: first from a reader
// that notes how far the parser came, then from ever shorter beginnings of
// the file, back to the first one that is wrong in the same way.
func (f *File) syntaxError(r *Report, wrong *mistake) {
	if wrong.message == "" {
		return // enough is reported
	}
	c, ok := f.findCause(wrong)
	if !ok {
		c = cause{wrong.at, explainYAML(wrong.message)}
	}
	found := r.Add(yamlSyntax, c.at, "%s", c.problem)
	if c.hint != "" {
		found.Hint("%s", c.hint)
	}
}
