package prompt

import "github.com/seed92179c4c/stategen/diag"

var deprecatedKey = diag.Rule{
	ID:       "deprecated-key",
	Severity: diag.Warning,
	Summary:  "a placeholder reads a deprecated key",
	Why: "Whoever deprecated the key means to stop writing it; from then on the prompt shows an old value, or none. Go " +
		"tools warn of a deprecated accessor, but they read no prompts.",
	Bad: "version: 1\nkeys:\n  town: {type: string, deprecated: use city}\n  city: string\n" +
		"instructions:\n  greeter: {text: \"Weather in {town}.\"}\n",
	Good: "version: 1\nkeys:\n  town: {type: string, deprecated: use city}\n  city: string\n" +
		"instructions:\n  greeter: {text: \"Weather in {city}.\"}\n",
}

func checkDeprecatedKey(p *pass, ph *placeholder) {
	if ph.key == nil || ph.key.Deprecated == "" {
		return
	}
	p.report(deprecatedKey, ph.Start, ph.End, "%s is deprecated", diag.Quote(ph.name)).
		hint("%s", ph.key.Deprecated).
		related(ph.key.Span, "deprecated here")
}
