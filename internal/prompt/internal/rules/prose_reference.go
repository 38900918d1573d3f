package rules

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/wording"
)

var ProseReference = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "prose-reference",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a text mentions state['x'] but never shows its value",
	Why: "A model sees its prompt, not the state. A sentence that mentions state['x'], or the session state under 'x', or lists inputs from the state, tells it " +
		"to use a value that it has not been given, so it makes one up. What tells it to write a key, or speaks of tools, is ignored.",
	Bad:  "Recommend something in state['city'].\n",
	Good: "Recommend something in {city}.\n",

	WithoutSchema: true,
})

var _ = judge.Register(judge.Rule{Rule: ProseReference, Text: checkProseReference})

// checkProseReference looks at state['x'], at sentences such as "in the session state under 'x'",
// and at lists of keys. In a block of code, and where the model is to write, neither asks
// for a value.
func checkProseReference(p *judge.Pass) {
	if !wording.Mentions(p.Text) {
		return
	}
	told := map[string]bool{}
	spoken := wording.Read(p.Text)
	for _, m := range spoken.Keys {
		k := p.Keys.Find(m.Name)
		if k == nil || k.Sensitive || told[m.Name] || p.Shows(m.Name) || p.Lines().IsLine(m.Start) {
			continue
		}
		told[m.Name] = true
		optional := p.Schema.Drafted || p.Dialect.MayBeMissing(k) // of a draft nobody says that the key is always set
		p.Reportf(ProseReference, m.Start, m.End, "the instruction doesn't show the value of %s", diag.Key(m.Name)).
			Hintf("write %s where the value should be", (&reading.Placeholder{}).Write(m.Name, optional)).
			Relatedf(k.Span, "declared here")
	}
	if spoken.Unread < len(p.Text) {
		p.Reportf(ProseReference, spoken.Unread, spoken.Unread, "this text speaks of the state too often: from here on it is not checked what it says").
			Hintf("split it")
	}
}
