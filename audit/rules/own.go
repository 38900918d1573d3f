package rules

import (
	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/diag"
)

var ownOutputKey = diag.Rule{
	ID: "own-output-key", Severity: diag.Warning,
	Summary: "an agent's instruction has the agent's own output key, which a call of a tool empties",
	Why: "ADK for Go saves each event of an agent under its output key, also a call of a tool, which has no text, and it puts the " +
		"instruction together anew for each step: after the first call, the placeholder is empty.",
}

// emptiedForItself reports instructions that have the output key of their own agent, if the
// agent has tools: after the first call, the text is gone.
func (j *judge) emptiedForItself() (list diag.List) {
	said := map[diag.Span]bool{}
	for _, a := range j.Agents {
		key := j.KeyAt(a.Output)
		if !a.SavesAll || len(a.Tools) == 0 || key == "" {
			continue
		}
		for _, f := range j.Keys[key].Reads {
			if f.Kind != audit.Placeholder || !a.Has(f.Place) || said[f.Place] {
				continue
			}
			said[f.Place] = true
			list = append(list, diag.Diagnostic{
				ID: ownOutputKey.ID, Severity: diag.Warning, Span: f.Place,
				Message: "after the agent's first call of a tool, " + diag.Quote(key) + " is empty here: the call is saved under it, as the agent's answer",
				Hint:    "save the answer under another output key; nothing is wrong if no tool is called before the text was used",
				Related: []diag.Related{{Span: a.Output, Message: "this is the agent's output key"}},
			})
		}
	}
	return list
}
