package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
)

var UnreadOutputKey = diag.Register(diag.OnProjects, diag.Rule{
	ID:       "unread-output-key",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "an agent's final text is saved under a key that nothing reads",
	Why: "The next agent was meant to continue from that text, but does not see it: its instruction has no " +
		"placeholder for the key, or one with another name. The rule runs when a check covers the whole project.",
	Bad: "instruction: Name the traveller's city.\noutput_key: city\n",
	Good: "sub_agents:\n  - instruction: Name the traveller's city.\n    output_key: city\n" +
		"  - instruction: Weather in {city}.\n",
})

func (all *usageByKey) checkUnreadOutputKey(k *schema.Key, a *usage) diag.List {
	if !a.unread() || all.code.Told[k.Wire()] {
		return nil
	}
	var list diag.List
	for _, u := range a.writes {
		if u.Kind != source.Output {
			continue
		}
		d := diag.New(UnreadOutputKey, u.Place(), "nothing reads %s, under which this agent's final text is saved",
			diag.Key(u.Key))
		d.Hint = "read it in another agent's instruction or in code, or leave the output key out"
		if k.Span != u.Place() {
			d.Related = []diag.Related{{Span: k.Span, Message: "declared here"}}
		}
		list = append(list, d)
	}
	return list
}
