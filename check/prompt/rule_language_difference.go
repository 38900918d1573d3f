package prompt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var languageDifference = diag.Rule{
	ID:       "language-difference",
	Severity: diag.Warning,
	Summary:  "ADK for one language shows a placeholder differently than for another",
	Why: "ADK for Go, Python and JavaScript expand the same prompts, each with its language's own way to print a value: a list " +
		"is [a b] in Go, ['a', 'b'] in Python and a,b in JavaScript. Names that are not ASCII are looked up in Go and Python only. The " +
		"rule compares the languages that the schema lists under languages. Texts are the same everywhere, so a key of type " +
		"string, set to what the prompt should say, is too.",
	Bad:  "version: 1\nlanguages: [go, python]\nkeys: {done: bool}\n# prompts/greeter.md: {done}\n",
	Good: "version: 1\nlanguages: [go, python]\nkeys: {done: string}\n# prompts/greeter.md: {done}\n",
}

// shown is how the languages show a value, in the order of their names in languages.
type shown struct {
	what string
	by   [3]string
}

var languages = [3]struct{ id, name string }{{"go", "Go"}, {"python", "Python"}, {"javascript", "JavaScript"}}

var (
	shownName     = shown{"a name that is not ASCII", [3]string{"looked up", "looked up", "text"}}
	shownArtifact = shown{"an artifact", [3]string{"its text", "the whole Part", "[object Object]"}}
	shownNull     = shown{"a key that was cleared", [3]string{"empty", "None", "null"}}
	shownBool     = shown{"true", [3]string{"true", "True", "true"}}
	shownInt      = shown{"1000000, once a database has stored it,", [3]string{"1e+06", "1000000", "1000000"}}
	shownFloat    = shown{"3.0", [3]string{"3", "3.0", "3"}}
	shownList     = shown{"a list", [3]string{"[a b]", "['a', 'b']", "a,b"}}
	shownMap      = shown{"an object", [3]string{"map[k:v]", "{'k': 'v'}", "[object Object]"}}
)

// shownAs is how values of a key are shown that are no texts.
func shownAs(k *schema.Key) (shown, bool) {
	if k.Encoding == schema.JSONString {
		return shown{}, false
	}
	s, ok := map[schema.Kind]shown{
		schema.Bool: shownBool, schema.Int: shownInt, schema.Int64: shownInt, schema.Float: shownFloat,
		schema.List: shownList, schema.Map: shownMap, schema.Object: shownMap, schema.Go: shownMap,
	}[k.Type.Kind]
	return s, ok
}

// checkLanguageDifference reports one difference of a placeholder, the one that matters
// most.
func checkLanguageDifference(p *pass, ph *placeholder) {
	if !p.readByLanguages() || !ph.usable() || ph.Angle {
		return
	}
	if strings.ContainsFunc(ph.name, func(r rune) bool { return r >= utf8.RuneSelf }) && p.differ(shownName, ph.Token) {
		return
	}
	if s, ok := shownAs(ph.key); ok && p.differ(s, ph.Token) {
		return
	}
	if ph.key.Optional {
		p.differ(shownNull, ph.Token)
	}
}

func checkArtifactLanguages(p *pass) {
	if !p.readByLanguages() || !strings.Contains(p.Text.Text, "artifact.") {
		return
	}
	for tok := range instruction.Tokens(p.Text.Text, p.grammar) {
		if tok.Kind == instruction.Artifact && !tok.Angle {
			p.differ(shownArtifact, tok)
		}
	}
}

// readByLanguages reports whether ADK expands the text, in languages that the schema names.
func (p *pass) readByLanguages() bool {
	return len(p.schema.Languages) > 0 && p.dialect() == instruction.ADK && !p.Compiled
}

// differ reports what the languages show differently; false: nothing.
func (p *pass) differ(s shown, tok instruction.Token) bool {
	var shows, values []string
	for i, l := range languages {
		if slices.Contains(p.schema.Languages, l.id) {
			shows, values = append(shows, s.by[i]+" in "+l.name), append(values, s.by[i])
		}
	}
	if slices.Sort(values); len(slices.Compact(values)) < 2 {
		return false
	}
	p.report(languageDifference, tok.Start, tok.End, "ADK shows %s differently: %s", s.what, strings.Join(shows, ", ")).
		hint("%s", s.hint())
	return true
}

func (s shown) hint() string {
	switch s {
	case shownName:
		return "name the key with ASCII letters"
	case shownArtifact:
		return "put its text into a key of type string"
	case shownNull:
		return "set it to an empty text instead of clearing it, or leave it out of prompts"
	}
	return "show a key of type string, which the code sets to what the prompt should say"
}
