package check

import (
	"regexp"
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Uses returns the uses of keys in template files and in the instructions of
// the schema itself, in no particular order.
func (c *Checker) Uses(files []*diag.Source) []Use {
	var uses []Use
	for _, f := range c.files(files) {
		for _, t := range f.texts {
			uses = append(uses, c.textUses(t)...)
		}
		for _, t := range f.outputKeys {
			uses = append(uses, c.outputUse(t))
		}
	}
	return uses
}

// textUses are the placeholders of a template, and what may become one:
// another template language may put a key's value where its name is in
// braces, and a model is told of state['x'].
func (c *Checker) textUses(t Text) []Use {
	p := c.begin(t)
	p.scan()
	var uses []Use
	for _, ph := range p.placeholders {
		u := Use{Key: ph.name, Kind: Placeholder, Span: p.span(ph.NameStart, ph.NameEnd), Optional: ph.Optional}
		if t.Loose && isDoubled(ph.Token, t.Text) {
			u.Kind = Mention
		}
		uses = append(uses, u)
	}
	for tok := range instruction.Tokens(t.Text, c.grammar) {
		if tok.Kind == instruction.Group {
			uses = append(uses, p.mentions(tok.Start, tok.End)...)
		}
	}
	for _, m := range proseForm.FindAllStringIndex(t.Text, -1) {
		uses = append(uses, p.mentions(m[0], m[1])...)
	}
	return uses
}

// UndeclaredIn returns the placeholders of a template that Text reports as keys
// which the schema does not declare.
func (c *Checker) UndeclaredIn(t Text) []Use {
	reported := map[int]bool{}
	for _, d := range c.Text(t) {
		if d.ID == undeclaredKey.ID {
			reported[d.Span.Start] = true
		}
	}
	return slices.DeleteFunc(c.textUses(t), func(u Use) bool { return u.Kind != Placeholder || !reported[u.Span.Start] })
}

// UndeclaredInConfig returns the same of the instructions in a YAML agent
// configuration, and its output keys that the schema does not declare. The error
// says why the file, or the rest of it, could not be read.
func (c *Checker) UndeclaredInConfig(src *diag.Source) ([]Use, error) {
	config, err := readAgentConfig(src)
	var uses []Use
	for _, t := range config.instructions {
		uses = append(uses, c.UndeclaredIn(t)...)
	}
	for _, t := range config.outputKeys {
		if t.Text != "" && c.Key(t.Text) == nil && !c.Foreign(t.Text) {
			uses = append(uses, c.outputUse(t))
		}
	}
	return uses, err
}

func (c *Checker) outputUse(t Text) Use {
	return Use{Key: t.Text, Kind: Output, Span: c.begin(t).span(0, len(t.Text))}
}

var keyWord = regexp.MustCompile(`[\pL_][\pL\pN_]*(?::[\pL_][\pL\pN_]*)?`)

// mentions finds declared keys in a part of the text.
func (p *pass) mentions(start, end int) []Use {
	var uses []Use
	for _, m := range keyWord.FindAllStringIndex(p.Text.Text[start:end], -1) {
		if word := p.Text.Text[start+m[0] : start+m[1]]; p.Key(word) != nil {
			uses = append(uses, Use{Key: word, Kind: Mention, Span: p.span(start+m[0], start+m[1])})
		}
	}
	return uses
}
