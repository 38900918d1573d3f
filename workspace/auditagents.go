package workspace

import "github.com/seed92179c4c/stategen/audit"

// agents are those of Python files. Python's ways to run agents are numbered like audit's.
func (f *filesAudit) agents() (list []audit.Agent) {
	for _, a := range f.python.Agents {
		list = append(list, audit.Agent{
			Runs: audit.Runs(a.Runs), Texts: a.Texts, Output: a.Output, Below: a.Below, Root: a.Root, Run: a.Run, Prepared: a.Prepared,
			Exit: a.Exit, Silent: a.Silent,
		})
	}
	return list
}
