package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// swallowedPlaceholder is about placeholders that are part of a longer text in braces to tRPC-Agent-Go.
var swallowedPlaceholder = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "swallowed-placeholder",
	Severity: diag.Error,
	Summary:  "a placeholder inside other braces, where tRPC-Agent-Go looks nothing up",
	Why: "To tRPC-Agent-Go a brace reaches to the first closing one, and a doubled brace to the first doubled closing " +
		"one, whatever braces are between. A placeholder in JSON or code is then part of a longer text in braces, and is " +
		"left in the prompt as text, without an error. The same is true of three braces.",
	Bad: "version: 1\ndialect: trpc\nkeys: {city: string}\ninstructions:\n  a: {text: 'Reply with {\"city\": {city}}'}\n",
	Good: "version: 1\ndialect: trpc\nkeys: {city: string}\ninstructions:\n" +
		"  a: {text: 'Reply with JSON. Its city is {city}.'}\n",
})

var _ = register(rule{Rule: swallowedPlaceholder, In: notEino, Text: checkSwallowedPlaceholder})

// checkSwallowedPlaceholder looks for them in each such text.
func checkSwallowedPlaceholder(p *pass) {
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
func swallowedIn(p *pass, outer instruction.Token) {
	text, from := p.Text[:outer.End], outer.NameStart
	for tok := range instruction.Tokens(text[from:], instruction.Grammar{Brace: true, Raw: true}) {
		name := tok.Name(text[from:])
		k := p.Keys.Exact(name)
		if tok.Kind != instruction.Key || k == nil || !p.Dialect.CanStand(k) {
			continue
		}
		p.Reportf(swallowedPlaceholder, from+tok.Start, from+tok.End,
			"an outer brace reaches beyond %s, so this is left as text", diag.Name(name)).
			Hintf("write it outside of all other braces").
			Relatedf(p.Span(outer.Start, outer.NameStart), "the outer brace")
	}
}

// unloadedArtifact is about artifacts in prompts of tRPC-Agent-Go.
var unloadedArtifact = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "unloaded-artifact",
	Severity: diag.Error,
	Summary:  "a placeholder names an artifact, and tRPC-Agent-Go loads none into prompts",
	Why: "tRPC-Agent-Go looks {artifact.menu} up as if it were a key of the state, and never loads the artifact. The " +
		"placeholder stays in the prompt as text, without an error; an optional one is always empty.",
	Bad: "version: 1\ndialect: trpc\nkeys: {city: string}\ninstructions:\n  a: {text: \"Menu: {artifact.menu}\"}\n",
	Good: "version: 1\ndialect: trpc\nkeys: {city: string, menu: {type: string, optional: true}}\n" +
		"instructions:\n  a: {text: \"Menu: {menu?}\"}\n",
})

var _ = register(rule{Rule: unloadedArtifact, In: notEino, Text: checkUnloadedArtifact})

// checkUnloadedArtifact reports each.
func checkUnloadedArtifact(p *pass) {
	text := p.Text
	if p.Dialect.Dialect != instruction.TRPC || !strings.Contains(text, "artifact.") {
		return
	}
	for tok := range instruction.Tokens(text, p.Grammar) {
		name := tok.Lookup(text)
		if tok.Kind != instruction.Artifact || tok.Angle || p.Keys.Find(name) != nil || p.Keys.Foreign(name) {
			continue
		}
		becomes := "this stays as text"
		if tok.Optional {
			becomes = "this is always empty"
		}
		p.Reportf(unloadedArtifact, tok.Start, tok.End, "tRPC-Agent-Go loads no artifacts into prompts: %s", becomes).
			Hintf("put its text into a key of the state, or let the model read it by a tool")
	}
}
