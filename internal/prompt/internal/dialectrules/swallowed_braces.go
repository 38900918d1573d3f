package dialectrules

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
)

// swallowedBraces is about braces that ADK takes for a placeholder's.
var swallowedBraces = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "swallowed-braces",
	Severity: diag.Error,
	Summary:  "a placeholder takes braces of the surrounding text with it",
	Why: "ADK replaces a placeholder together with every brace that touches it. In JSON or code around it a brace " +
		"is then missing. White space between them prevents that.",
	Bad:  "Reply with {\"city\": {city}}\n",
	Good: "Reply with {\"city\": {city} }\n",

	WithoutSchema: true,
})

var _ = judge.Register(judge.Rule{Rule: swallowedBraces, In: judge.NotEino, Placeholder: checkSwallowedBraces})

// checkSwallowedBraces reports placeholders with more braces on one side.
func checkSwallowedBraces(p *judge.Pass, ph *reading.Placeholder) {
	opening, closing := ph.Braces()
	if ph.Key == nil || ph.Angle || !p.Dialect.StripsBraces || opening == closing {
		return
	}
	kept := min(opening, closing)
	start, end := ph.Start+opening-kept, ph.End-closing+kept
	lost, at, where := strings.Repeat("}", closing-kept), end, "after"
	if opening > closing {
		lost, at, where = strings.Repeat("{", opening-kept), start, "before"
	}
	f := p.Reportf(swallowedBraces, ph.Start, ph.End, "ADK drops the %s %s the placeholder", lost, where).
		Hintf("put a space between them")
	insertSpace(p, f, at)
}

func insertSpace(p *judge.Pass, f *judge.Finding, at int) {
	f.Fixes = append(f.Fixes, diag.Fix{
		Message: "insert a space",
		Edits:   []diag.Edit{{Span: p.Span(at, at), NewText: " "}},
		Certain: true,
	})
}
