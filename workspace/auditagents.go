package workspace

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/diag"
)

// agents are those of Python files. Python's ways to run agents are numbered like audit's.
func (f *filesAudit) agents() (list []audit.Agent) {
	for _, a := range f.survey.Agents {
		list = append(list, audit.Agent{
			Runs: audit.Runs(a.Runs), Texts: a.Texts, Output: a.Output, Below: a.Below, Hands: a.Hands, Root: a.Root, Run: a.Run, Prepared: a.Prepared,
			Exit: a.Exit, Silent: a.Silent, Tools: a.Tools, Forgets: a.Forgets,
		})
	}
	return list
}

// texts are the instructions in Python files.
func (f *filesAudit) texts() (list []diag.Span) {
	for _, t := range slices.Concat(f.python.Texts, f.python.Partial) {
		if start, end := t.At(0), t.At(len(t.Text.Text)); start < end {
			list = append(list, diag.Span{File: t.File, Start: start, End: end})
		}
	}
	return list
}

// appendAgents adds agents, which name each other by their numbers, to a list of others.
func appendAgents(list, more []audit.Agent) []audit.Agent {
	before := len(list)
	for _, a := range more {
		a.Below, a.Hands = slices.Clone(a.Below), slices.Clone(a.Hands)
		for _, numbers := range [][]int{a.Below, a.Hands} {
			for i, n := range numbers {
				if n >= 0 {
					numbers[i] = n + before
				}
			}
		}
		list = append(list, a)
	}
	return list
}
