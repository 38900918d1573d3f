package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/source"
)

// byChance says who changes a key that an agent, or a tool of it, needs, if a model decides whether they do so before:
// other agents by their answers, and tools for other tools.
func (f *finder) byChance(agent, reader string, changes []flow.Edge) (who string) {
	for _, c := range changes {
		writer := f.tree.agentOf(c.From)
		answers := c.Kind == flow.Outputs
		wanted := answers || f.kind(reader) == flow.Tool && f.kind(c.From) == flow.Tool
		switch {
		case c.Kind == flow.Clears || f.tree.before(agent, writer) || answers && agent == writer:
		case c.Maybe || c.Kind == flow.Begins || c.From == reader:
			return ""
		case !wanted || !f.tree.chosen(agent, writer):
			return ""
		default:
			who = "answers and tools of which a model decides whether they come before set"
		}
	}
	return who
}

// chosen reports whether a model decides if what an agent does comes before another agent. One begins before
// those that it runs, and answers after them.
func (t *tree) chosen(agent, writer string) bool {
	up, down := t.path(agent), t.path(writer)
	switch {
	case len(up) == 0 || len(down) == 0:
		return false
	case slices.Contains(up, writer):
		return t.runs[writer] == source.ByModel
	case slices.Contains(down, agent):
		return t.runs[agent] == source.ByModel
	}
	at, _, _ := t.fork(agent, writer)
	return at != "" && t.runs[at] == source.ByModel
}
