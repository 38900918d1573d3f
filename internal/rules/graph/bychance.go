package graph

import (
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/source"
)

// byChance says who changes a key that an agent, or a tool of it, needs, if a model decides whether they do so before:
// other agents by their answers, and tools for other tools.
func (f *finder) byChance(agent *source.Unit, reader string, changes []flow.Edge) (who string) {
	for _, c := range changes {
		writer := f.agentOf(c.From)
		answers := c.Kind == flow.Outputs
		wanted := answers || f.kind(reader) == flow.Tool && f.kind(c.From) == flow.Tool
		switch {
		case c.Kind == flow.Clears || f.order.Before(agent, writer) || answers && agent == writer:
		case c.Maybe || c.Kind == flow.Begins || c.From == reader:
			return ""
		case !wanted || !f.order.Chosen(agent, writer):
			return ""
		default:
			who = "answers and tools of which a model decides whether they come before set"
		}
	}
	return who
}
