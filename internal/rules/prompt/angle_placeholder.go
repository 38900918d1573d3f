package prompt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var anglePlaceholder = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "angle-placeholder",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a declared key is in angle brackets, which are not expanded",
	Why: "<key> is a placeholder only in a schema with placeholders: [angle]. Elsewhere the model is shown the name " +
		"instead of the value. An element with a closing tag is ignored. In a text with placeholders in braces, so are " +
		"keys that they show as well, and what may describe the form of an answer.",
	Bad:  "Weather in <city>.\n",
	Good: "Weather in {city}.\n",
})

var _ = register(rule{Rule: anglePlaceholder, In: notEino, Text: checkAnglePlaceholder})

// checkAnglePlaceholder leaves elements alone that are closed. Whoever shows values by braces
// knows how: there brackets that may be a notation for something else are left alone, too.
func checkAnglePlaceholder(p *pass) {
	text := p.Text
	if p.Grammar.Angle || !strings.Contains(text, "<") {
		return
	}
	tags := openTags(text)
	if slices.ContainsFunc(p.Placeholders, func(ph reading.Placeholder) bool { return ph.Key != nil }) {
		if slices.ContainsFunc(tags, func(tok instruction.Token) bool { return p.Keys.Exact(tok.Name(text)) == nil }) {
			return
		}
		tags = slices.DeleteFunc(tags, func(tok instruction.Token) bool {
			return p.Shows(tok.Name(text)) || p.InCode(tok) || reading.IsNotation(text, tok.Start, tok.End)
		})
	}
	for _, tok := range tags {
		name := tok.Name(text)
		key := p.Keys.Exact(name)
		if key == nil {
			continue
		}
		f := p.Reportf(anglePlaceholder, tok.Start, tok.End, "%s is left as text: placeholders have braces", tok.Text(text)).
			Relatedf(key.Span, "declared here")
		written := (&reading.Placeholder{}).Write(name, tok.Optional || p.Dialect.MayBeMissing(key))
		if p.Schema.Drafted {
			f.Hintf("write %s if the value is meant", written)
		} else {
			f.Hintf("write %s, or add angle to placeholders in the schema", written)
		}
	}
}

// openTags lists the names in angle brackets that no closing tag follows or precedes.
func openTags(text string) (list []instruction.Token) {
	closed := map[string]bool{}
	for _, m := range closingTag.FindAllStringSubmatch(text, -1) {
		closed[m[1]] = true
	}
	for tok := range instruction.Tokens(text, instruction.Grammar{Angle: true}) {
		if tok.Kind == instruction.Key && !closed[tok.Name(text)] {
			list = append(list, tok)
		}
	}
	return list
}

var closingTag = regexp.MustCompile(`</([^<>]+)>`)
