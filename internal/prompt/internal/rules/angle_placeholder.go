package rules

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var anglePlaceholder = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "angle-placeholder",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a declared key is in angle brackets, which are not expanded",
	Why: "<key> is a placeholder only in a schema with placeholders: [angle]. Elsewhere the model is shown the name " +
		"instead of the value. An element with a closing tag is ignored. In a text with placeholders in braces, so are keys that they " +
		"show as well, and what may describe the form of an answer. " +
		"Where the schema has angle placeholders, an element whose name is a key loses its opening tag.",
	Bad:  "Weather in <city>.\n",
	Good: "Weather in {city}.\n",
})

var _ = judge.Register(judge.Rule{Rule: anglePlaceholder, In: judge.NotEino, Text: checkAnglePlaceholder})

// checkAnglePlaceholder leaves elements alone that are closed. Whoever shows values by braces
// knows how: there brackets that may be a notation for something else are left alone, too.
func checkAnglePlaceholder(p *judge.Pass) {
	text := p.Text
	if !strings.Contains(text, "<") {
		return
	}
	if p.Grammar.Angle {
		checkReplacedTags(p)
		return
	}
	tags := openTags(text)
	if slices.ContainsFunc(p.Placeholders, func(ph reading.Placeholder) bool { return ph.Key != nil }) {
		if slices.ContainsFunc(tags, func(tok instruction.Token) bool { return p.Keys.Exact(tok.Name(text)) == nil }) {
			return
		}
		tags = slices.DeleteFunc(tags, func(tok instruction.Token) bool {
			return p.Shows(tok.Name(text)) || p.InCode(tok) || wording.IsNotation(text, tok.Start, tok.End)
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
	closing := closingTags(text)
	for tok := range instruction.Tokens(text, instruction.Grammar{Angle: true}) {
		if _, closed := closing[tok.Name(text)]; tok.Kind == instruction.Key && !closed {
			list = append(list, tok)
		}
	}
	return list
}

// closingTags returns the names in closing tags, each with where the last one begins.
func closingTags(text string) map[string]int {
	last := map[string]int{}
	for at := 0; ; {
		n := strings.Index(text[at:], "</")
		if n < 0 {
			return last
		}
		at += n + len("</")
		if end := strings.IndexAny(text[at:min(len(text), at+longestTag)], "<>"); end >= 0 && text[at+end] == '>' {
			last[text[at:at+end]] = at - len("</")
		}
	}
}

// longestTag is more than any key has.
const longestTag = 300

// checkReplacedTags reports elements whose opening tag is the placeholder of a key: its
// value takes the tag's place, and the closing tag stays.
func checkReplacedTags(p *judge.Pass) {
	closing := closingTags(p.Text)
	for i := range p.Placeholders {
		ph := &p.Placeholders[i]
		if last, ok := closing[ph.Wire]; !ok || last < ph.End || !ph.Angle || ph.Key == nil || ph.Optional {
			continue
		}
		p.Reportf(anglePlaceholder, ph.Start, ph.End, "%s is a placeholder, but </%s> is text: the element loses its opening tag", ph.Source, ph.Wire).
			Hintf("give the element a name that is no key").
			Relatedf(ph.Key.Span, "declared here")
	}
}
