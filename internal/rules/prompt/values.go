package prompt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var sensitiveInPrompt = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "sensitive-in-prompt",
	Severity: diag.Error,
	Summary:  "a placeholder shows a sensitive value to the model",
	Why: "What is in a prompt is sent to the model's provider, kept in logs and traces, and can be talked out of " +
		"the model by a user.",
	Bad:  "Passport: {user:passport?}\n",
	Good: "The passport is known to the booking tool.\n",
})

var _ = register(rule{Rule: sensitiveInPrompt, Placeholder: checkSensitiveInPrompt})

func checkSensitiveInPrompt(p *pass, ph *reading.Placeholder) {
	if ph.Key == nil || !ph.Key.Sensitive {
		return
	}
	p.Reportf(sensitiveInPrompt, ph.Start, ph.End, "%s is sensitive and would be sent to the model", diag.Key(ph.Wire)).
		Hintf("let a tool read the key instead").
		Relatedf(ph.Key.Span, "declared sensitive here")
}

var DeprecatedKey = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "deprecated-key",
	Severity: diag.Warning,
	Summary:  "a placeholder reads a deprecated key",
	Why: "Whoever deprecated the key means to stop writing it; from then on the prompt shows an old value, or none. Go " +
		"tools warn of a deprecated accessor, but they read no prompts.",
	Bad: "version: 1\nkeys:\n  town: {type: string, deprecated: use city}\n  city: string\n" +
		"instructions:\n  greeter: {text: \"Weather in {town}.\"}\n",
	Good: "version: 1\nkeys:\n  town: {type: string, deprecated: use city}\n  city: string\n" +
		"instructions:\n  greeter: {text: \"Weather in {city}.\"}\n",
})

var _ = register(rule{Rule: DeprecatedKey, Placeholder: checkDeprecatedKey})

func checkDeprecatedKey(p *pass, ph *reading.Placeholder) {
	if ph.Key == nil || ph.Key.Deprecated == "" {
		return
	}
	p.Reportf(DeprecatedKey, ph.Start, ph.End, "%s is deprecated", diag.Key(ph.Wire)).
		Hintf("%s", ph.Key.Deprecated).
		Relatedf(ph.Key.Span, "deprecated here")
}

var unprintableType = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "unprintable-type",
	Severity: diag.Warning,
	Summary:  "a placeholder shows a value that a model can't read well",
	Why: "Bytes are shown as base64. ADK's own injection prints a list or an object in Go's notation, such as " +
		"map[k:[a]]; stategen's renders them as JSON, so those are reported only in a schema with an adk target, and " +
		"not in the instructions that stategen compiles.",
	Bad:  "Photo: {photo}\n",
	Good: "City: {city}\n",
})

var _ = register(rule{Rule: unprintableType, Placeholder: checkUnprintableType})

func checkUnprintableType(p *pass, ph *reading.Placeholder) {
	if !ph.Usable() || ph.Key.Encoding == schema.JSONString {
		return
	}
	switch kind := ph.Key.Type.Kind; {
	case kind == schema.Bytes:
		p.Reportf(unprintableType, ph.Start, ph.End, "%s is bytes, which are shown as base64", diag.Key(ph.Wire)).
			Hintf("put a readable text into another key, or an artifact").
			Relatedf(ph.Key.Span, "declared here")
	case isCollection(kind) && showsGo(p, ph):
		p.Reportf(unprintableType, ph.Start, ph.End, "%s shows %s in Go's notation, such as map[k:[a]]",
			p.Dialect.Framework, diag.Key(ph.Wire)).
			Hintf("list the file under instructions: the compiled instruction shows JSON").
			Relatedf(ph.Key.Span, "declared here")
	}
}

func isCollection(k schema.Kind) bool {
	return slices.Contains([]schema.Kind{schema.List, schema.Map, schema.Object, schema.Go}, k)
}

// showsGo reports whether a framework expands the text that prints whole values as Go does.
func showsGo(p *pass, ph *reading.Placeholder) bool {
	switch p.Dialect.Dialect {
	case instruction.ADK:
		isADK := func(t schema.Target) bool { return strings.HasPrefix(t.Name, "adk") }
		return !p.Compiled && slices.ContainsFunc(p.Schema.Targets, isADK)
	case instruction.Eino:
		field, err := p.EinoField(ph.Token)
		return !p.Compiled && !ph.Angle && err == nil && len(field.Path) == 1
	}
	return false
}

var outputKeyTypeMismatch = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "output-key-type-mismatch",
	Severity: diag.Error,
	Summary:  "an agent's final text is saved under a key that is not of type string",
	Why: "What an agent answers last is stored under its output key as a string, whatever the key is declared as. " +
		"Whoever reads the key as its declared type gets an error.",
	Bad:  "output_key: photo\n",
	Good: "output_key: city\n",
})

// outputKey looks at a key that an agent's final text is saved under.
func outputKey(p *pass) {
	name := p.Text
	key := p.Keys.Find(name)
	switch {
	case key == nil && p.Keys.Foreign(name):
	case key == nil:
		undeclared(p, name, 0, len(name), spellOutputKey)
	case !holdsText(key):
		p.Reportf(outputKeyTypeMismatch, 0, len(name), "an agent's final text is saved under %s, which is declared as %s",
			diag.Key(name), key.Type).
			Hintf("use a key of type string").
			Relatedf(key.Span, "declared here")
	}
}

func spellOutputKey(k *schema.Key) string {
	if !holdsText(k) || k.Sensitive {
		return ""
	}
	return k.Wire()
}

// holdsText reports whether a getter of the key may accept a string that a
// model wrote.
func holdsText(k *schema.Key) bool {
	return k.Encoding == schema.JSONString ||
		slices.Contains([]schema.Kind{schema.String, schema.Enum, schema.JSON}, k.Type.Kind)
}

// languageDifference is about what ADK shows differently in each language.
var languageDifference = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "language-difference",
	Severity: diag.Warning,
	Summary:  "ADK for one language shows a placeholder differently than for another",
	Why: "ADK for Go, Python and JavaScript expand the same prompts, each with its language's own way to print a " +
		"value: a list is [a b] in Go, ['a', 'b'] in Python and a,b in JavaScript. Names that are not ASCII are looked " +
		"up in Go and Python only, and ${x} not in Python since ADK 2.10. The rule compares the languages that the " +
		"schema lists under languages. Texts are the same everywhere, so a key of type string, set to what the prompt " +
		"should say, is too.",
	Bad:  "version: 1\nlanguages: [go, python]\nkeys: {done: bool}\n# prompts/greeter.md: {done}\n",
	Good: "version: 1\nlanguages: [go, python]\nkeys: {done: string}\n# prompts/greeter.md: {done}\n",
})

var _ = register(rule{
	Rule: languageDifference, In: notEino,
	Placeholder: checkLanguageDifference, Text: checkArtifactLanguages,
})

// checkLanguageDifference reports one difference of a placeholder, the one that matters
// most.
func checkLanguageDifference(p *pass, ph *reading.Placeholder) {
	if !readByLanguages(p) || !ph.Usable() || ph.Angle {
		return
	}
	if reading.IsEscaped(ph.Token, p.Text) && differ(p, reading.ShownEscaped, ph.Token) {
		return
	}
	isBeyondASCII := func(r rune) bool { return r >= utf8.RuneSelf }
	if strings.ContainsFunc(ph.Wire, isBeyondASCII) && differ(p, reading.ShownName, ph.Token) {
		return
	}
	if s, ok := reading.ShownAs(ph.Key); ok && differ(p, s, ph.Token) {
		return
	}
	if ph.Key.Optional {
		differ(p, reading.ShownNull, ph.Token)
	}
}

// checkArtifactLanguages reports artifacts, which the languages show differently.
func checkArtifactLanguages(p *pass) {
	if !readByLanguages(p) || !strings.Contains(p.Text, "artifact.") {
		return
	}
	for tok := range instruction.Tokens(p.Text, p.Grammar) {
		if tok.Kind == instruction.Artifact && !tok.Angle {
			differ(p, reading.ShownArtifact, tok)
		}
	}
}

// readByLanguages reports whether ADK expands the text, in languages that the schema names.
func readByLanguages(p *pass) bool {
	return len(p.Schema.Languages) > 0 && p.Dialect.Dialect == instruction.ADK && !p.Compiled
}

// differ reports what the languages show differently; false: nothing.
func differ(p *pass, s reading.Shown, tok instruction.Token) bool {
	shows := s.Differences(p.Schema.Languages)
	if shows == nil {
		return false
	}
	p.Reportf(languageDifference, tok.Start, tok.End, "ADK shows %s differently: %s", s.What, strings.Join(shows, ", ")).
		Hintf("%s", s.Instead)
	return true
}
