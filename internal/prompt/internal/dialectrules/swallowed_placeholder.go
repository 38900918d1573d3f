package dialectrules

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// swallowedPlaceholder is about placeholders that are part of a longer text in braces to tRPC-Agent-Go.
var swallowedPlaceholder = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "swallowed-placeholder",
	Severity: diag.Error,
	Summary:  "a placeholder inside other braces, where tRPC-Agent-Go looks nothing up",
	Why: "To tRPC-Agent-Go a brace reaches to the first closing one, and a doubled brace to the first doubled closing one, " +
		"whatever braces are between. A placeholder in JSON or code is then part of a longer text in braces, and is left " +
		"in the prompt as text, without an error. The same is true of three braces.",
	Bad:  "version: 1\ndialect: trpc\nkeys: {city: string}\ninstructions:\n  a: {text: 'Reply with {\"city\": {city}}'}\n",
	Good: "version: 1\ndialect: trpc\nkeys: {city: string}\ninstructions:\n  a: {text: 'Reply with JSON. Its city is {city}.'}\n",
})

var _ = judge.Register(judge.Rule{Rule: swallowedPlaceholder, In: judge.NotEino, Text: checkSwallowedPlaceholder})

// checkSwallowedPlaceholder looks for them in each such text.
func checkSwallowedPlaceholder(p *judge.Pass) {
	if p.Dialect.Dialect != instruction.TRPC || !p.Grammar.Brace {
		return
	}
	text := p.Text
	for tok := range instruction.Tokens(text, p.Grammar) {
		if tok.Kind == instruction.Group && !tok.Angle && strings.Contains(text[tok.NameStart:tok.NameEnd], "{") {
			swallowedIn(p, tok)
		}
	}
}

// swallowedIn reports the placeholders in what an outer brace begins. ADK's rule finds
// the innermost braces.
func swallowedIn(p *judge.Pass, outer instruction.Token) {
	text, from := p.Text[:outer.End], outer.NameStart
	for tok := range instruction.Tokens(text[from:], instruction.Grammar{Brace: true, Raw: true}) {
		name := tok.Name(text[from:])
		k := p.Keys.Exact(name)
		if tok.Kind != instruction.Key || k == nil || !p.Dialect.CanStand(k) {
			continue
		}
		p.Reportf(swallowedPlaceholder, from+tok.Start, from+tok.End, "an outer brace reaches beyond %s, so this is left as text", diag.Name(name)).
			Hintf("write it outside of all other braces").
			Relatedf(p.Span(outer.Start, outer.NameStart), "the outer brace")
	}
}
