package workspace

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
)

// agents are those of Python files. Python's ways to run agents are numbered like audit's.
func (f *filesAudit) agents() (list []audit.Agent) {
	for _, a := range f.survey.Agents {
		list = append(list, audit.Agent{
			Runs: audit.Runs(a.Runs), Texts: a.Texts, Output: a.Output, Below: a.Below, Root: a.Root, Run: a.Run, Prepared: a.Prepared,
			Exit: a.Exit, Silent: a.Silent, Tools: a.Tools,
		})
	}
	return list
}

// appendAgents adds agents, which name each other by their numbers, to a list of others.
func appendAgents(list, more []audit.Agent) []audit.Agent {
	before := len(list)
	for _, a := range more {
		a.Below = slices.Clone(a.Below)
		for i, n := range a.Below {
			if n >= 0 {
				a.Below[i] = n + before
			}
		}
		list = append(list, a)
	}
	return list
}
