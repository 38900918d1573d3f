package prompt

import (
	"slices"
	"strings"

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
func checkAnglePlaceholder(p *pass) {
	text := p.Text.Text
	if !strings.Contains(text, "<") {
		return
	}
	if p.grammar.Angle {
		checkReplacedTags(p)
		return
	}
	if slices.ContainsFunc(p.placeholders, func(ph placeholder) bool { return ph.key != nil }) {
		return
	}
	for tok := range instruction.Tokens(text, instruction.Grammar{Angle: true}) {
		name := tok.Name(text)
		if tok.Kind != instruction.Key || p.keys.Exact(name) == nil || strings.Contains(text, closingTag(name)) {
			continue
		}
		key := p.keys.Exact(name)
		p.report(anglePlaceholder, tok.Start, tok.End, "%s is left as text: the schema has no angle placeholders",
			tok.Text(text)).
			hint("write %s, or add angle to placeholders in the schema", (&placeholder{}).write(name, tok.Optional || mayBeMissing(key, p.dialect()))).
			related(key.Span, "declared here")
	}
}

func closingTag(name string) string { return "</" + name + ">" }

// checkReplacedTags reports elements whose opening tag is the placeholder of a key: its
// value takes the tag's place, and the closing tag stays.
func checkReplacedTags(p *pass) {
	text := p.Text.Text
	for i := range p.placeholders {
		ph := &p.placeholders[i]
		end := closingTag(ph.name)
		if !ph.Angle || ph.key == nil || ph.Optional || !strings.Contains(text[ph.End:], end) {
			continue
		}
		p.report(anglePlaceholder, ph.Start, ph.End, "%s is a placeholder, but %s is text: the element loses its opening tag", ph.text, end).
			hint("give the element a name that is no key").
			related(ph.key.Span, "declared here")
	}
}
