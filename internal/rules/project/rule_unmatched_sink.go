package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var unmatchedSink = diag.Register(diag.OnProjects, diag.Rule{
	ID:       "unmatched-sink",
	Severity: diag.Error,
	Summary:  "a sink under check.sinks matches nothing in the code",
	Why: "A misspelt or outdated sink looks the same as code without mistakes: nothing that goes through it is checked. The " +
		"rule runs when a check covers the whole project.",
	Bad:  "version: 1\nkeys:\n  city: {type: string, optional: true, written_by: [host]}\ncheck:\n  sinks:\n    - {func: example.com/trip/state.Raed, key: 1}\n",
	Good: "version: 1\nkeys:\n  city: {type: string, default: Rome}\ncheck:\n  sinks: []\n",
})

// checkSinks finds the sinks of a schema that nothing in its code matches. Seen are
// those that the code has, by their place in the schema, each with what is wrong with it.
func checkSinks(sinks []schema.Sink, seen map[int]string) diag.List {
	var list diag.List
	for i, s := range sinks {
		wrong, found := seen[i]
		switch {
		case !found:
			list = append(list, unseenSink(s))
		case wrong != "":
			list = append(list, wrongSink(s, wrong))
		}
	}
	return list
}

func unseenSink(s schema.Sink) diag.Diagnostic {
	what := map[bool]string{true: "fills a field", false: "calls a function"}[s.Field]
	return diag.New(unmatchedSink, s.Span, "nothing here %s %s", what, s.Name).WithHint("correct the name, or remove the sink")
}

func wrongSink(s schema.Sink, wrong string) diag.Diagnostic {
	d := diag.New(unmatchedSink, s.Span, "%s of %s matches nothing: %s", s.Takes, s.Name, wrong)
	if s.Field {
		return d.WithHint("name another field, or remove the sink")
	}
	return d.WithHint("count the arguments from 1, without the receiver")
}
