package configs

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/yaml"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// code is a tool or a callback whose code a configuration names. It may use any key.
type code struct {
	name string
	at   diag.Span
}

// codeOf leaves open what the code does that an agent's configuration names as its tools and callbacks. A tool whose
// name has no dots is one of ADK's.
func (d *document) codeOf(u *source.Unit, n *yaml.Node) {
	for _, item := range d.items(u, field(n, "tools")) {
		args := field(item, "args")
		if agent := field(args, "agent"); agent != nil {
			d.subAgent(u, agent)
			continue
		}
		name := nameOf(item)
		if wrapped := nameOf(field(args, "func")); wrapped != "" { // of a LongRunningFunctionTool
			name = wrapped
		}
		if name == "" || strings.Contains(name, ".") {
			d.open(u, name, item)
		}
	}
	for i, name := range n.Content {
		if i%2 == 0 && strings.HasSuffix(name.Value, "_callbacks") {
			for _, item := range d.items(u, field(n, name.Value)) {
				d.open(u, nameOf(item), item)
			}
		}
	}
}

func (d *document) open(u *source.Unit, name string, item *yaml.Node) {
	at := d.span(item)
	u.Open = append(u.Open, at)
	if name != "" {
		d.code = append(d.code, code{name, at})
	}
}

// items are those of a list. Something else is left open.
func (d *document) items(u *source.Unit, list *yaml.Node) []*yaml.Node {
	if list == nil || list.Tag == "!!null" {
		return nil
	}
	if list.Kind != yaml.SequenceNode {
		u.Open = append(u.Open, d.span(list))
		return nil
	}
	items := slices.Clone(list.Content)
	for i, item := range items {
		if item.Kind == yaml.AliasNode {
			items[i] = item.Alias
		}
	}
	return items
}

// nameOf is the name that an item has, or is.
func nameOf(item *yaml.Node) string {
	if name := field(item, "name"); name != nil {
		item = name
	}
	if item == nil || item.Kind != yaml.ScalarNode || item.Tag != "!!str" {
		return ""
	}
	return item.Value
}
