package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var swallowedPlaceholder = diag.Rule{
	ID:       "swallowed-placeholder",
	Severity: diag.Error,
	Summary:  "a placeholder inside other braces, where tRPC-Agent-Go looks nothing up",
	Why: "To tRPC-Agent-Go a brace reaches to the first closing one, and a doubled brace to the first doubled closing one, " +
		"whatever braces are between. A placeholder in JSON or code is then part of a longer text in braces, and is left " +
		"in the prompt as text, without an error. The same is true of three braces.",
	Bad:  "version: 1\ndialect: trpc\nkeys: {city: string}\ninstructions:\n  a: {text: 'Reply with {\"city\": {city}}'}\n",
	Good: "version: 1\ndialect: trpc\nkeys: {city: string}\ninstructions:\n  a: {text: 'Reply with JSON. Its city is {city}.'}\n",
}

func checkSwallowedPlaceholder(p *pass) {
	if p.dialect() != instruction.TRPC || !p.grammar.Brace {
		return
	}
	text := p.Text.Text
	for tok := range instruction.Tokens(text, p.grammar) {
		if tok.Kind == instruction.Group && !tok.Angle && strings.Contains(text[tok.NameStart:tok.NameEnd], "{") {
			p.swallowedIn(tok)
		}
	}
}

// swallowedIn reports the placeholders in what an outer brace begins. ADK's rule finds
// the innermost braces.
func (p *pass) swallowedIn(outer instruction.Token) {
	text, from := p.Text.Text[:outer.End], outer.NameStart
	for tok := range instruction.Tokens(text[from:], instruction.Grammar{Brace: true, Raw: true}) {
		name := tok.Name(text[from:])
		k := p.keys.Exact(name)
		if tok.Kind != instruction.Key || k == nil || !p.canStand(k) {
			continue
		}
		p.report(swallowedPlaceholder, from+tok.Start, from+tok.End, "an outer brace reaches beyond %s, so this is left as text", diag.Quote(name)).
			hint("write it outside of all other braces").
			related(p.span(outer.Start, outer.NameStart), "the outer brace")
	}
}
