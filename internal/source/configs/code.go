package configs

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/yaml"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// code is a tool or a callback, of which a configuration says the name: one for all agents.
type code struct {
	kind source.UnitKind
	name string
}

// partsOf gives an agent the tools and callbacks that its configuration names.
func (d *document) partsOf(u *source.Unit, n *yaml.Node) {
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
		d.part(u, code{source.Tool, name}, d.span(item))
	}
	for i, name := range n.Content {
		if i%2 == 0 && strings.HasSuffix(name.Value, "_callbacks") {
			for _, item := range d.items(u, field(n, name.Value)) {
				d.part(u, code{source.Callback, nameOf(item)}, d.span(item))
			}
		}
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

// part gives an agent a tool or a callback. A name with dots is that of code, which may use any
// key; the others are tools of ADK.
func (d *document) part(u *source.Unit, c code, at diag.Span) {
	if c.name == "" {
		u.Open = append(u.Open, at)
		return
	}
	unit := d.code[c]
	if unit == nil {
		unit = &source.Unit{Kind: c.kind, Name: c.name, Place: at}
		if c.kind == source.Callback || strings.Contains(c.name, ".") {
			unit.Open = []diag.Span{at}
		}
		d.code[c] = unit
		d.found.Units = append(d.found.Units, unit)
	}
	u.Parts = append(u.Parts, source.Part{Unit: unit, Kind: source.Has, Place: at})
}
