package dialectrules

import (
	"strings"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/dialect"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// languageDifference is about what ADK shows differently in each language.
var languageDifference = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "language-difference",
	Severity: diag.Warning,
	Summary:  "ADK for one language shows a placeholder differently than for another",
	Why: "ADK for Go, Python and JavaScript expand the same prompts, each with its language's own way to print a value: a list " +
		"is [a b] in Go, ['a', 'b'] in Python and a,b in JavaScript. Names that are not ASCII are looked up in Go and Python only, and ${x} " +
		"not in Python since ADK 2.10. The " +
		"rule compares the languages that the schema lists under languages. Texts are the same everywhere, so a key of type " +
		"string, set to what the prompt should say, is too.",
	Bad:  "version: 1\nlanguages: [go, python]\nkeys: {done: bool}\n# prompts/greeter.md: {done}\n",
	Good: "version: 1\nlanguages: [go, python]\nkeys: {done: string}\n# prompts/greeter.md: {done}\n",
})

var _ = judge.Register(judge.Rule{Rule: languageDifference, In: judge.NotEino, Placeholder: checkLanguageDifference, Text: checkArtifactLanguages})

// checkLanguageDifference reports one difference of a placeholder, the one that matters
// most.
func checkLanguageDifference(p *judge.Pass, ph *reading.Placeholder) {
	if !readByLanguages(p) || !ph.Usable() || ph.Angle {
		return
	}
	if reading.IsEscaped(ph.Token, p.Text) && differ(p, dialect.ShownEscaped, ph.Token) {
		return
	}
	if strings.ContainsFunc(ph.Wire, func(r rune) bool { return r >= utf8.RuneSelf }) && differ(p, dialect.ShownName, ph.Token) {
		return
	}
	if s, ok := dialect.ShownAs(ph.Key); ok && differ(p, s, ph.Token) {
		return
	}
	if ph.Key.Optional {
		differ(p, dialect.ShownNull, ph.Token)
	}
}

// checkArtifactLanguages reports artifacts, which the languages show differently.
func checkArtifactLanguages(p *judge.Pass) {
	if !readByLanguages(p) || !strings.Contains(p.Text, "artifact.") {
		return
	}
	for tok := range instruction.Tokens(p.Text, p.Grammar) {
		if tok.Kind == instruction.Artifact && !tok.Angle {
			differ(p, dialect.ShownArtifact, tok)
		}
	}
}

// readByLanguages reports whether ADK expands the text, in languages that the schema names.
func readByLanguages(p *judge.Pass) bool {
	return len(p.Schema.Languages) > 0 && p.Dialect.Dialect == instruction.ADK && !p.Compiled
}

// differ reports what the languages show differently; false: nothing.
func differ(p *judge.Pass, s dialect.Shown, tok instruction.Token) bool {
	shows := s.Differences(p.Schema.Languages)
	if shows == nil {
		return false
	}
	p.Reportf(languageDifference, tok.Start, tok.End, "ADK shows %s differently: %s", s.What, strings.Join(shows, ", ")).
		Hintf("%s", instead(s))
	return true
}

// instead says what to show that all languages show alike.
func instead(s dialect.Shown) string {
	switch s {
	case dialect.ShownName:
		return "name the key with ASCII letters"
	case dialect.ShownArtifact:
		return "put its text into a key of type string"
	case dialect.ShownEscaped:
		return "put a space between them if the value is meant, and use other brackets if it is not"
	case dialect.ShownNull:
		return "set it to an empty text instead of clearing it, or leave it out of prompts"
	}
	return "show a key of type string, which the code sets to what the prompt should say"
}
