package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var swallowedBraces = diag.Rule{
	ID:       "swallowed-braces",
	Severity: diag.Error,
	Summary:  "a placeholder takes braces of the surrounding text with it",
	Why: "ADK replaces a placeholder together with every brace that touches it. In JSON or code around it a brace " +
		"is then missing. White space between them prevents that.",
	Bad:  "Reply with {\"city\": {city}}\n",
	Good: "Reply with {\"city\": {city} }\n",
}

func checkSwallowedBraces(p *pass, ph *placeholder) {
	opening, closing := ph.braces()
	if ph.key == nil || ph.Angle || p.dialect() != instruction.ADK || opening == closing {
		return
	}
	kept := min(opening, closing)
	start, end := ph.Start+opening-kept, ph.End-closing+kept
	lost, at, where := strings.Repeat("}", closing-kept), end, "after"
	if opening > closing {
		lost, at, where = strings.Repeat("{", opening-kept), start, "before"
	}
	p.report(swallowedBraces, ph.Start, ph.End, "ADK drops the %s %s the placeholder", lost, where).
		hint("put a space between them").
		insertSpace(p, at)
}

func (f *finding) insertSpace(p *pass, at int) {
	f.Fixes = append(f.Fixes, diag.Fix{
		Message: "insert a space",
		Edits:   []diag.Edit{{Span: p.span(at, at), NewText: " "}},
		Certain: true,
	})
}
