package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var anglePlaceholder = diag.Rule{
	ID:       "angle-placeholder",
	Severity: diag.Warning,
	Summary:  "a declared key is in angle brackets, which are not expanded",
	Why: "<key> is a placeholder only in a schema with placeholders: [angle]. Elsewhere the model is shown the name " +
		"instead of the value. An element with a closing tag is ignored.",
	Bad:  "Weather in <city>.\n",
	Good: "Weather in {city}.\n",
}

func checkAnglePlaceholder(p *pass) {
	text := p.Text.Text
	if p.grammar.Angle || !strings.Contains(text, "<") {
		return
	}
	for tok := range instruction.Tokens(text, instruction.Grammar{Angle: true}) {
		name := tok.Name(text)
		if tok.Kind != instruction.Key || p.keys.Exact(name) == nil || strings.Contains(text, "</"+name+">") {
			continue
		}
		key := p.keys.Exact(name)
		p.report(anglePlaceholder, tok.Start, tok.End, "%s is left as text: the schema has no angle placeholders",
			tok.Text(text)).
			hint("write %s, or add angle to placeholders in the schema", (&placeholder{}).write(name, tok.Optional || mayBeMissing(key, p.dialect()))).
			related(key.Span, "declared here")
	}
}
