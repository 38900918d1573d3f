package rules

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
)

var DeprecatedKey = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "deprecated-key",
	Severity: diag.Warning,
	Summary:  "a placeholder reads a deprecated key",
	Why: "Whoever deprecated the key means to stop writing it; from then on the prompt shows an old value, or none. Go " +
		"tools warn of a deprecated accessor, but they read no prompts.",
	Bad: "version: 1\nkeys:\n  town: {type: string, deprecated: use city}\n  city: string\n" +
		"instructions:\n  greeter: {text: \"Weather in {town}.\"}\n",
	Good: "version: 1\nkeys:\n  town: {type: string, deprecated: use city}\n  city: string\n" +
		"instructions:\n  greeter: {text: \"Weather in {city}.\"}\n",
})

var _ = judge.Register(judge.Rule{Rule: DeprecatedKey, Placeholder: checkDeprecatedKey})

func checkDeprecatedKey(p *judge.Pass, ph *reading.Placeholder) {
	if ph.Key == nil || ph.Key.Deprecated == "" {
		return
	}
	p.Reportf(DeprecatedKey, ph.Start, ph.End, "%s is deprecated", diag.Key(ph.Wire)).
		Hintf("%s", ph.Key.Deprecated).
		Relatedf(ph.Key.Span, "deprecated here")
}
