package rules

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/check/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var anglePlaceholder = diag.Rule{
	ID:       "angle-placeholder",
	Severity: diag.Warning,
	Summary:  "a declared key is in angle brackets, which are not expanded",
	Why: "<key> is a placeholder only in a schema with placeholders: [angle]. Elsewhere the model is shown the name " +
		"instead of the value. An element with a closing tag is ignored, and so is a text that shows values in braces. " +
		"Where the schema has angle placeholders, an element whose name is a key loses its opening tag.",
	Bad:  "Weather in <city>.\n",
	Good: "Weather in {city}.\n",
}

// checkAnglePlaceholder leaves tags alone: those of an element that is closed, and all
// in a text that shows values by braces, where whoever wrote it knows how.
func checkAnglePlaceholder(p *judge.Pass) {
	text := p.Text
	if !strings.Contains(text, "<") {
		return
	}
	if p.Grammar.Angle {
		checkReplacedTags(p)
		return
	}
	if slices.ContainsFunc(p.Placeholders, func(ph reading.Placeholder) bool { return ph.Key != nil }) {
		return
	}
	for tok := range instruction.Tokens(text, instruction.Grammar{Angle: true}) {
		name := tok.Name(text)
		if tok.Kind != instruction.Key || p.Keys.Exact(name) == nil || strings.Contains(text, closingTag(name)) {
			continue
		}
		key := p.Keys.Exact(name)
		p.Reportf(anglePlaceholder, tok.Start, tok.End, "%s is left as text: the schema has no angle placeholders",
			tok.Text(text)).
			Hintf("write %s, or add angle to placeholders in the schema", (&reading.Placeholder{}).Write(name, tok.Optional || p.Dialect.MayBeMissing(key))).
			Relatedf(key.Span, "declared here")
	}
}

func closingTag(name string) string { return "</" + name + ">" }

// checkReplacedTags reports elements whose opening tag is the placeholder of a key: its
// value takes the tag's place, and the closing tag stays.
func checkReplacedTags(p *judge.Pass) {
	text := p.Text
	for i := range p.Placeholders {
		ph := &p.Placeholders[i]
		end := closingTag(ph.Wire)
		if !ph.Angle || ph.Key == nil || ph.Optional || !strings.Contains(text[ph.End:], end) {
			continue
		}
		p.Reportf(anglePlaceholder, ph.Start, ph.End, "%s is a placeholder, but %s is text: the element loses its opening tag", ph.Source, end).
			Hintf("give the element a name that is no key").
			Relatedf(ph.Key.Span, "declared here")
	}
}
