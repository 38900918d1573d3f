package check

import (
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var unreadOutputKey = diag.Register(diag.OnProjects, diag.Rule{
	ID:       "unread-output-key",
	Severity: diag.Warning,
	Summary:  "an agent's final text is saved under a key that nothing reads",
	Why: "The next agent was meant to continue from that text, but does not see it: its instruction has no placeholder for the " +
		"key, or one with another name. The rule runs when a check covers the whole project.",
	Bad: "instruction: Name the traveller's city.\noutput_key: city\n",
	Good: "sub_agents:\n  - instruction: Name the traveller's city.\n    output_key: city\n" +
		"  - instruction: Weather in {city}.\n",
})

func checkUnreadOutputKey(k *schema.Key, a *usage) diag.List {
	if len(a.reads) > 0 || a.loaded || a.guessed || a.mayBeRead {
		return nil
	}
	var list diag.List
	for _, u := range a.writes {
		if u.Kind != keys.Output {
			continue
		}
		list = append(list, diag.Diagnostic{
			ID: unreadOutputKey.ID, Severity: unreadOutputKey.Severity, Span: u.Place(),
			Message: "nothing reads " + diag.Quote(u.Key) + ", under which this agent's final text is saved",
			Hint:    "read it in another agent's instruction or in Go, or leave the output key out",
			Related: []diag.Related{{Span: k.Span, Message: "declared here"}},
		})
	}
	return list
}
