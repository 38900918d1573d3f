package prompt

import (
	"regexp"
	"slices"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/rules"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// UsesIn returns the placeholders of a template, and what may become one:
// another template language may put a key's value where its name is in
// braces, and a model is told of state['x'].
func (c *Checker) UsesIn(t Text) []keys.Use {
	p := c.begin(t)
	p.Scan()
	var uses []keys.Use
	for _, ph := range p.Placeholders {
		u := keys.Use{Key: ph.Wire, Kind: keys.Placeholder, Span: p.Span(ph.NameStart, ph.NameEnd), Optional: ph.Optional, Defaults: p.Dialect.KnowsDefaults}
		if t.Loose && reading.IsDoubled(ph.Token, t.Text) {
			u.Kind = keys.Mention
		}
		uses = append(uses, u)
	}
	for _, ph := range p.Escaped { // older releases of ADK read the key
		uses = append(uses, keys.Use{Key: ph.Wire, Kind: keys.Mention, Span: p.Span(ph.NameStart, ph.NameEnd)})
	}
	for tok := range instruction.Tokens(t.Text, c.grammar) {
		if tok.Kind == instruction.Group {
			uses = append(uses, mentions(p, tok.Start, tok.End)...)
		}
	}
	spoken := wording.Read(t.Text)
	for _, m := range spoken.Keys {
		uses = append(uses, mentions(p, m.Start, m.End)...)
	}
	return append(uses, mentions(p, spoken.Unread, len(t.Text))...) // whatever that says
}

// NamedIn returns what sentences of a template take for keys that the schema does not declare, and
// whose values it does not show, each once.
func (c *Checker) NamedIn(t Text) (uses []keys.Use) {
	p := c.begin(t)
	p.Scan()
	for _, m := range slices.Concat(wording.Prose(t.Text), wording.Braced(t.Text)) {
		told := slices.ContainsFunc(uses, func(u keys.Use) bool { return u.Key == m.Name })
		if !told && p.Keys.Find(m.Name) == nil && instruction.IsKey(m.Name) && !p.Shows(m.Name) && !wording.MayWrite(t.Text, m) && !p.Lines().IsLine(m.Start) {
			uses = append(uses, keys.Use{Key: m.Name, Kind: keys.Mention, Span: p.Span(m.Start, m.End)})
		}
	}
	return uses
}

// UndeclaredIn returns the placeholders of a template that Text reports as keys
// which the schema does not declare.
func (c *Checker) UndeclaredIn(t Text) []keys.Use {
	reported := map[int]bool{}
	for _, d := range c.Text(t) {
		if d.ID == rules.UndeclaredKey.ID {
			reported[d.Span.Start] = true
		}
	}
	return slices.DeleteFunc(c.UsesIn(t), func(u keys.Use) bool { return u.Kind != keys.Placeholder || !reported[u.Span.Start] })
}

// OutputUse is the use of the key, the whole of t, under which an agent's final text is saved.
func (c *Checker) OutputUse(t Text) keys.Use {
	return keys.Use{Key: t.Text, Kind: keys.Output, Span: c.begin(t).Span(0, len(t.Text))}
}

var keyWord = regexp.MustCompile(`[\pL_][\pL\pN_]*(?::[\pL_][\pL\pN_]*)?`)

// mentions finds declared keys in a part of the text.
func mentions(p *judge.Pass, start, end int) []keys.Use {
	var uses []keys.Use
	for _, m := range keyWord.FindAllStringIndex(p.Text[start:end], -1) {
		if word := p.Text[start+m[0] : start+m[1]]; p.Keys.Find(word) != nil {
			uses = append(uses, keys.Use{Key: word, Kind: keys.Mention, Span: p.Span(start+m[0], start+m[1])})
		}
	}
	return uses
}
