package load

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var recursiveType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "recursive-type",
	Summary: "an object contains itself by value",
	Why:     "No value of it could ever be written down, and Go refuses such a struct.",
	Bad:     "version: 1\ntypes:\n  Node: {fields: {name: string, next: Node}}\n",
	Good:    "version: 1\ntypes:\n  Node: {fields: {name: string, next: \"Node?\"}}\n",
})

// checkCycles reports objects that hold themselves by value, for which no
// value could ever be written down.
func checkCycles(types []*schema.Named, r *yamlsrc.Report, gaps *gaps) {
	c := cycleFinder{Report: r, gaps: gaps, state: map[*schema.Named]visitState{}}
	for _, t := range types {
		c.visit(t)
	}
}

type visitState uint8

const (
	unseen visitState = iota
	inside
	finished
)

type cycleFinder struct {
	*yamlsrc.Report
	gaps  *gaps
	state map[*schema.Named]visitState
	path  []step
}

// step is a required field on the way into an object.
type step struct {
	from  *schema.Named
	field *schema.Field
}

func (c *cycleFinder) visit(t *schema.Named) {
	c.state[t] = inside
	for _, f := range t.Fields {
		if f.Optional || f.Type == nil || f.Type.Kind != schema.Object {
			continue
		}
		c.path = append(c.path, step{t, f})
		switch next := f.Type.Named; c.state[next] {
		case unseen:
			c.visit(next)
		case inside:
			c.cycle(next)
		}
		c.path = c.path[:len(c.path)-1]
	}
	c.state[t] = finished
}

func (c *cycleFinder) cycle(to *schema.Named) {
	start := len(c.path) - 1
	for c.path[start].from != to {
		start--
	}
	var way []string
	for _, s := range c.path[start:] {
		way = append(way, s.from.Name+"."+s.field.Name)
		c.gaps.types[s.from] = true
	}
	last := c.path[len(c.path)-1].field
	found := c.Add(recursiveType, last.Type.Span, "%s contains itself, by way of %s", to.Name, strings.Join(way, ", ")).
		Hint("make one of these fields optional, or a list")
	for _, s := range c.path[start : len(c.path)-1] {
		found.Related(s.field.Span, "%s.%s", s.from.Name, s.field.Name)
	}
}
