package agentfiles

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/diag"
)

// agents are those of Python files. Python's ways to run agents are numbered like audit's.
func (s *Surveyed) agents() (list []audit.Agent) {
	for _, a := range s.survey.Agents {
		list = append(list, audit.Agent{
			Runs: audit.Runs(a.Runs), Texts: a.Texts, Output: a.Output, Below: a.Below, Hands: a.Hands, Root: a.Root, Run: a.Run, Prepared: a.Prepared,
			Exit: a.Exit, Silent: a.Silent, Tools: a.Tools, Forgets: a.Forgets,
		})
	}
	return list
}

// texts are the instructions in Python files.
func (s *Surveyed) texts() (list []diag.Span) {
	for _, t := range slices.Concat(s.python.Texts, s.python.Partial) {
		if start, end := t.At(0), t.At(len(t.Text.Text)); start < end {
			list = append(list, diag.Span{File: t.File, Start: start, End: end})
		}
	}
	return list
}
