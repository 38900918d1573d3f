package project

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// isFlowRule reports whether a rule is for the graph alone. Such a rule is off unless check.rules
// gives it a level: what source shows of agents may not be all.
func isFlowRule(id string) bool { return diag.IsOn(diag.OnAgents, id) }

// Flow settles findings on the graph: the schema's levels, and comments in its own file.
func (c *Checker) Flow(list diag.List, own *diag.Source) diag.List {
	list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return !c.isOn(d.ID) })
	return c.suppressOf(isFlowRule, c.schema.Check.Apply(list), []*diag.Source{own})
}

// isOn reports whether the schema gives a rule a level, of one that is off otherwise.
func (c *Checker) isOn(id string) bool {
	level := c.schema.Check.Rules[id].Level
	return level != "" && level != "off"
}
