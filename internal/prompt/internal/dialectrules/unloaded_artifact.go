package dialectrules

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// unloadedArtifact is about artifacts in prompts of tRPC-Agent-Go.
var unloadedArtifact = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "unloaded-artifact",
	Severity: diag.Error,
	Summary:  "a placeholder names an artifact, and tRPC-Agent-Go loads none into prompts",
	Why: "tRPC-Agent-Go looks {artifact.menu} up as if it were a key of the state, and never loads the artifact. The " +
		"placeholder stays in the prompt as text, without an error; an optional one is always empty.",
	Bad:  "version: 1\ndialect: trpc\nkeys: {city: string}\ninstructions:\n  a: {text: \"Menu: {artifact.menu}\"}\n",
	Good: "version: 1\ndialect: trpc\nkeys: {city: string, menu: {type: string, optional: true}}\ninstructions:\n  a: {text: \"Menu: {menu?}\"}\n",
})

var _ = judge.Register(judge.Rule{Rule: unloadedArtifact, In: judge.NotEino, Text: checkUnloadedArtifact})

// checkUnloadedArtifact reports each.
func checkUnloadedArtifact(p *judge.Pass) {
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
