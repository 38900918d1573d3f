package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var unmatchedSink = diag.Register(diag.OnProjects, diag.Rule{
	ID:       "unmatched-sink",
	Severity: diag.Error,
	Summary:  "a sink under check.sinks matches nothing in the code",
	Why: "A misspelt or outdated sink looks the same as code without mistakes: nothing that goes through it is " +
		"checked. The rule runs when a check covers the whole project.",
	Bad: "version: 1\nkeys:\n  city: {type: string, optional: true, written_by: [host]}\n" +
		"check:\n  sinks:\n    - {func: example.com/trip/state.Raed, key: 1}\n",
	Good: "version: 1\nkeys:\n  city: {type: string, default: Rome}\ncheck:\n  sinks: []\n",
})

// checkSinks finds the sinks of a schema that nothing in its code matches. Seen are
// those that the code has, by their place in the schema.
func checkSinks(sinks []schema.Sink, seen map[int]bool) (list diag.List) {
	for i, s := range sinks {
		if seen[i] {
			continue
		}
		what := "calls a function " + s.Name + ", or not with such an argument"
		if s.Field {
			what = "fills a field " + s.Name + ", or not one of such a type"
		}
		list = append(list, diag.New(unmatchedSink, s.Span, "nothing here %s", what).
			WithHint("correct it, or remove it; arguments are counted from 1, without the receiver"))
	}
	return list
}
