package check

import (
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var undeclaredKey = diag.Rule{
	ID:       "undeclared-key",
	Severity: diag.Error,
	Summary:  "a placeholder names a key that the schema does not declare",
	Why: "Nobody sets a misspelt key. Without a mark the run fails when the instruction is rendered; with " +
		"one the text is silently empty for ever. A word in braces that was never meant as a placeholder fails too.",
	Bad:  "Greet {user:nmae}.\n",
	Good: "Greet {user:name}.\n",
}

func checkUndeclaredKey(p *pass, ph placeholder) {
	if ph.key != nil || p.looksLiteral(ph) {
		return
	}
	f := p.report(undeclaredKey, ph.NameStart, ph.NameEnd, "the schema declares no key %s", quote(ph.name))
	if family := p.familyAround(ph); family != nil {
		f.hint("%s is a family of keys: a placeholder names one of them, with a value for the parameter",
			quote(family.Wire()))
		return
	}
	p.suggest(f, ph)
}

// suggest adds the nearest declared key to a finding about a placeholder.
func (p *pass) suggest(f *finding, ph placeholder) {
	near := p.keys.suggest(ph.name)
	if len(near.keys) == 0 {
		f.hint("declare the key, or rephrase: text in braces is looked up")
		return
	}
	f.near(near)
	if near.certain && canStand(near.keys[0]) {
		f.replace(p.span(ph.NameStart, ph.NameEnd), near.keys[0].Wire())
	}
}

// familyAround returns the family whose name is written out around a
// placeholder: order_{order_id}.
func (p *pass) familyAround(ph placeholder) *schema.Key {
	for _, k := range p.keys.families {
		for _, param := range k.Params {
			wire := k.Wire()
			shift := len(wire) - len(k.Name)
			start := ph.Start - param.Start - shift
			if start >= 0 && strings.HasPrefix(p.Text.Text[start:], wire) {
				return k
			}
		}
	}
	return nil
}
