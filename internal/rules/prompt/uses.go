package prompt

import (
	"regexp"
	"slices"

	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// UsesIn returns the placeholders of a template, and what may become one:
// another template language may put a key's value where its name is in
// braces, and a model is told of state['x'].
func (c *Checker) UsesIn(t source.Text) []source.Use {
	p := c.begin(t)
	p.Scan()
	var uses []source.Use
	isTheirs := func(tok instruction.Token) bool { return t.Loose && reading.IsDoubled(tok, t.Text) }
	for _, ph := range p.Placeholders {
		if isTheirs(ph.Token) {
			continue
		}
		uses = append(uses, source.Use{
			Key: ph.Wire, Kind: source.Placeholder, Span: p.Span(ph.NameStart, ph.NameEnd),
			Optional: ph.Optional, Defaults: p.Dialect.KnowsDefaults,
		})
	}
	for tok := range instruction.Tokens(t.Text, c.grammar) {
		if tok.Kind == instruction.Group || tok.Kind == instruction.Key && isTheirs(tok) {
			uses = append(uses, mentions(p, tok.Start, tok.End)...)
		}
	}
	for _, m := range reading.Read(t.Text) {
		uses = append(uses, mentions(p, m.Start, m.End)...)
	}
	return uses
}

// UndeclaredIn returns the placeholders of a template that Text reports as keys
// which the schema does not declare.
func (c *Checker) UndeclaredIn(t source.Text) []source.Use {
	reported := map[int]bool{}
	for _, d := range c.Text(t) {
		if d.ID == UndeclaredKey.ID {
			reported[d.Span.Start] = true
		}
	}
	return slices.DeleteFunc(c.UsesIn(t), func(u source.Use) bool {
		return u.Kind != source.Placeholder || !reported[u.Span.Start]
	})
}

var keyWord = regexp.MustCompile(`[\pL_][\pL\pN_]*(?::[\pL_][\pL\pN_]*)?`)

// mentions finds declared keys in a part of the text.
func mentions(p *pass, start, end int) []source.Use {
	var uses []source.Use
	for _, m := range keyWord.FindAllStringIndex(p.Text[start:end], -1) {
		if word := p.Text[start+m[0] : start+m[1]]; p.Keys.Find(word) != nil {
			uses = append(uses, source.Use{Key: word, Kind: source.Mention, Span: p.Span(start+m[0], start+m[1])})
		}
	}
	return uses
}
