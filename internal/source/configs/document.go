package configs

import (
	"bytes"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/yaml"
)

// document is a YAML document of a file.
type document struct {
	*reader
	src    *diag.Source
	lines  *yaml.Lines
	loose  bool // it may be a template of another language first
	kagent bool // it is a manifest of kagent, which gives its agents' system messages to ADK as they are
	seen   map[*yaml.Node]*source.Unit
}

// file reads all documents of a file. A schema is no configuration: what it has under such names is a declaration.
func (r *reader) file(src *diag.Source, loose bool) {
	decoder, lines := yaml.NewDecoder(bytes.NewReader(src.Text)), yaml.NewLines(src.Text)
	for {
		var doc yaml.Node
		err := decoder.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			r.unread[src.Name] = err
			return
		}
		if isSchema(&doc) || len(doc.Content) == 0 {
			continue
		}
		d := &document{reader: r, src: src, lines: lines, loose: loose, seen: map[*yaml.Node]*source.Unit{}}
		if version := field(doc.Content[0], "apiVersion"); version != nil {
			d.kagent = strings.HasPrefix(version.Value, "kagent.dev/")
		}
		if u := d.agent(doc.Content[0]); u != nil && r.roots[clean(src.Name)] == nil {
			r.roots[clean(src.Name)] = u
		}
		d.walk(doc.Content[0])
	}
}

// agent makes a unit of a mapping that has a name and what only agents have; nil if it isn't one.
func (d *document) agent(n *yaml.Node) *source.Unit {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if u := d.seen[n]; u != nil {
		return u
	}
	name, class := field(n, "name"), field(n, "agent_class")
	ofAgents := []string{"agent_class", "instruction", "output_key", "sub_agents"}
	isAgent := slices.ContainsFunc(ofAgents, func(s string) bool { return field(n, s) != nil })
	if name == nil || name.Value == "" || !isAgent {
		return nil
	}
	u := &source.Unit{Kind: source.Agent, Name: name.Value, Place: d.span(name)}
	if class != nil {
		u.Runs = source.RunsOf(class.Value[strings.LastIndex(class.Value, ".")+1:])
	}
	d.seen[n] = u
	d.found.Units = append(d.found.Units, u)
	d.codeOf(u, n)
	for _, sub := range d.items(u, field(n, "sub_agents")) {
		d.subAgent(u, sub)
	}
	return u
}

// subAgent gives an agent another one: declared here, in another file, or in code.
func (d *document) subAgent(u *source.Unit, n *yaml.Node) {
	file := field(n, "config_path")
	switch sub := d.agent(n); {
	case sub != nil:
		u.Parts = append(u.Parts, source.Part{Unit: sub, Kind: source.Sub, Place: d.span(n)})
	case file != nil:
		d.links = append(d.links, link{u, path.Join(path.Dir(clean(d.src.Name)), file.Value), d.span(file)})
	default:
		d.links = append(d.links, link{u, "", d.span(n)})
	}
}

// walk reads the texts of a node, however deep: agents may be nested in what is not known. It does not follow aliases:
// what they refer to is visited at its anchor.
func (d *document) walk(n *yaml.Node) {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 {
			d.text(d.seen[n], n.Content[i-1].Value, child)
		}
		d.walk(child)
	}
}

// text reads a field, of an agent if it is one's. Nil: it is of none that is known.
func (d *document) text(of *source.Unit, name string, value *yaml.Node) {
	isText := name == "instruction" || name == "global_instruction" || name == "systemMessage" && d.kagent
	if value.Kind != yaml.ScalarNode || value.ShortTag() != "!!str" || !isText && name != "output_key" {
		return
	}
	at := yaml.Offsets(d.src.Text, d.offset(value), value)
	t := source.Text{File: d.src.Name, Text: value.Value, At: at, Loose: d.loose}
	if isText {
		d.found.Texts = append(d.found.Texts, t)
		if uses := d.shows(t); of != nil && len(uses) > 0 {
			p := &source.Unit{Kind: source.Prompt, Name: of.Name, Place: d.span(value), Uses: uses}
			if name != "instruction" {
				p.Name += " (global)"
			}
			d.found.Units = append(d.found.Units, p)
			of.Parts = append(of.Parts, source.Part{Unit: p, Kind: source.Has, Place: p.Place})
		}
		return
	}
	use := source.Use{Key: t.Text, Kind: source.Output, Span: t.Span(), Type: source.String}
	d.found.Uses = append(d.found.Uses, use)
	if of != nil {
		of.Uses = append(of.Uses, use)
	}
}

func (d *document) offset(n *yaml.Node) int { return d.lines.Offset(n.Line, n.Column) }

func (d *document) span(n *yaml.Node) diag.Span {
	at := d.offset(n)
	return diag.Span{File: d.src.Name, Start: at, End: at}
}

// field is the value of a mapping's field; nil if it has none.
func field(n *yaml.Node, name string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if value := n.Content[i+1]; n.Content[i].Value == name {
			if value.Kind == yaml.AliasNode {
				return value.Alias
			}
			return value
		}
	}
	return nil
}
