package rules

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
)

var sensitiveInPrompt = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "sensitive-in-prompt",
	Severity: diag.Error,
	Summary:  "a placeholder shows a sensitive value to the model",
	Why: "What is in a prompt is sent to the model's provider, kept in logs and traces, and can be talked out of " +
		"the model by a user.",
	Bad:  "Passport: {user:passport?}\n",
	Good: "The passport is known to the booking tool.\n",
})

var _ = judge.Register(judge.Rule{Rule: sensitiveInPrompt, Placeholder: checkSensitiveInPrompt})

func checkSensitiveInPrompt(p *judge.Pass, ph *reading.Placeholder) {
	if ph.Key == nil || !ph.Key.Sensitive {
		return
	}
	p.Reportf(sensitiveInPrompt, ph.Start, ph.End, "%s is sensitive and would be sent to the model", diag.Key(ph.Wire)).
		Hintf("let a tool read the key instead").
		Relatedf(ph.Key.Span, "declared sensitive here")
}
