// Package yamlagents finds the agents that YAML configurations declare, with their tree, tools and
// callbacks.
package yamlagents

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/yaml"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/yamltext"
)

// Find returns the agents in YAML files, with the uses that are in their instructions and output
// keys; rest are the uses that belong to none. A sub-agent in a file that is not given, or in code,
// is left open; elsewhere are those files.
func Find(files []*diag.Source, uses []keys.Use) (units []*flow.Unit, rest []keys.Use, elsewhere []Link) {
	f := &finder{roots: map[string]*flow.Unit{}, texts: map[string][]text{}, named: map[code]*flow.Unit{}}
	for _, src := range files {
		if ext := path.Ext(src.Name); ext == ".yaml" || ext == ".yml" {
			f.file(src)
		}
	}
	for _, link := range f.links {
		if to := f.roots[link.File]; to != nil {
			link.from.Parts = append(link.from.Parts, flow.Part{Unit: to, Kind: flow.Sub, Place: link.Place})
			continue
		}
		link.from.Open = append(link.from.Open, link.Place)
		if link.File != "" {
			elsewhere = append(elsewhere, link)
		}
	}
	for _, list := range f.texts {
		slices.SortFunc(list, func(a, b text) int { return a.start - b.start })
	}
	for _, use := range uses {
		if !f.use(use) {
			rest = append(rest, use)
		}
	}
	return f.units, rest, elsewhere
}

type finder struct {
	units []*flow.Unit
	roots map[string]*flow.Unit // by file
	links []Link
	texts map[string][]text // by file
	named map[code]*flow.Unit
}

// Link is a sub-agent in another file.
type Link struct {
	from  *flow.Unit
	File  string // empty: in code
	Place diag.Span
}

// text is an instruction or an output key, which reaches to the next one.
type text struct {
	start  int
	agent  *flow.Unit // nil: of no agent
	prompt *flow.Unit // nil: an output key
}

// document is a YAML document of a file.
type document struct {
	*finder
	src   *diag.Source
	lines *yamltext.Lines
	seen  map[*yaml.Node]*flow.Unit
}

func (f *finder) file(src *diag.Source) {
	decoder := yaml.NewDecoder(bytes.NewReader(src.Text))
	for {
		var doc yaml.Node
		if decoder.Decode(&doc) != nil { // the end, or what check reports
			return
		}
		d := &document{f, src, yamltext.NewLines(src.Text), map[*yaml.Node]*flow.Unit{}}
		for _, root := range doc.Content {
			if u := d.agent(root); u != nil && f.roots[clean(src.Name)] == nil {
				f.roots[clean(src.Name)] = u
			}
		}
		d.others(&doc)
	}
}

func clean(name string) string { return path.Clean(filepath.ToSlash(name)) }

// agent makes a unit of a mapping that has a name and what only agents have; nil if it isn't one.
func (d *document) agent(n *yaml.Node) *flow.Unit {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if u := d.seen[n]; u != nil {
		return u
	}
	name, class := field(n, "name"), field(n, "agent_class")
	isAgent := slices.ContainsFunc([]string{"agent_class", "instruction", "output_key", "sub_agents"}, func(s string) bool { return field(n, s) != nil })
	if name == nil || name.Value == "" || !isAgent {
		return nil
	}
	u := &flow.Unit{Kind: flow.Agent, Name: name.Value, Place: d.span(name), Runs: flow.ByModel}
	if class != nil {
		u.Runs = runs(class.Value)
	}
	if doc := field(n, "description"); doc != nil {
		u.Doc = doc.Value
	}
	d.seen[n] = u
	d.units = append(d.units, u)
	d.prompts(u, n)
	d.code(u, n)
	if list := field(n, "sub_agents"); list != nil {
		d.subAgents(u, list)
	}
	return u
}

func runs(class string) flow.Runs {
	switch class[strings.LastIndex(class, ".")+1:] {
	case "LlmAgent", "":
		return flow.ByModel
	case "SequentialAgent":
		return flow.InTurn
	case "ParallelAgent":
		return flow.Together
	case "LoopAgent":
		return flow.Repeatedly
	}
	return flow.ByCode
}

func (d *document) prompts(u *flow.Unit, n *yaml.Node) {
	for _, name := range []string{"instruction", "global_instruction"} {
		value := field(n, name)
		if value == nil || value.Kind != yaml.ScalarNode {
			continue
		}
		p := &flow.Unit{Kind: flow.Prompt, Name: u.Name, Place: d.span(value)}
		if name != "instruction" {
			p.Name += " (global)"
		}
		d.add(text{d.offset(value), u, p})
	}
	if value := field(n, "output_key"); value != nil {
		d.add(text{d.offset(value), u, nil})
	}
}

func (d *document) subAgents(u *flow.Unit, list *yaml.Node) {
	for _, n := range d.items(u, list) {
		d.subAgent(u, n)
	}
}

// subAgent gives an agent another one: declared here, in another file, or in code.
func (d *document) subAgent(u *flow.Unit, n *yaml.Node) {
	file := field(n, "config_path")
	switch sub := d.agent(n); {
	case sub != nil:
		u.Parts = append(u.Parts, flow.Part{Unit: sub, Kind: flow.Sub, Place: d.span(n)})
	case file != nil:
		d.links = append(d.links, Link{u, path.Join(path.Dir(clean(d.src.Name)), file.Value), d.span(file)})
	default:
		d.links = append(d.links, Link{u, "", d.span(n)})
	}
}

// others notes the texts that belong to no agent, so that none reaches over them.
func (d *document) others(n *yaml.Node) {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 && d.seen[n] == nil && slices.Contains([]string{"instruction", "global_instruction", "output_key"}, n.Content[i-1].Value) {
			d.add(text{start: d.offset(child)})
		}
		d.others(child)
	}
}

func (d *document) add(t text) { d.texts[d.src.Name] = append(d.texts[d.src.Name], t) }

func (d *document) offset(n *yaml.Node) int { return d.lines.Offset(n.Line, n.Column) }

func (d *document) span(n *yaml.Node) diag.Span {
	at := d.offset(n)
	return diag.Span{File: d.src.Name, Start: at, End: at}
}

// use gives a use to the agent whose text it is in.
func (f *finder) use(use keys.Use) bool {
	texts := f.texts[use.Span.File]
	after, _ := slices.BinarySearchFunc(texts, use.Span.Start+1, func(t text, at int) int { return t.start - at })
	if after == 0 {
		return false
	}
	switch in := texts[after-1]; {
	case in.agent == nil:
		return false
	case in.prompt == nil:
		in.agent.Uses = append(in.agent.Uses, use)
		return true
	default:
		if len(in.prompt.Uses) == 0 {
			f.units = append(f.units, in.prompt)
			in.agent.Parts = append(in.agent.Parts, flow.Part{Unit: in.prompt, Kind: flow.Has, Place: in.prompt.Place})
		}
		in.prompt.Uses = append(in.prompt.Uses, use)
		return true
	}
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
