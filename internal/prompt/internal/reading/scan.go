package reading

import (
	"github.com/seed92179c4c/stategen/internal/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Scan collects what the rules look at.
func (r *Reading) Scan() {
	r.findComments()
	grammar := r.Grammar
	grammar.Raw = grammar.Raw || !r.commented // saves looking for comments again
	var foreign []instruction.Token
	for tok := range instruction.Tokens(r.Text, grammar) {
		switch {
		case r.Escapes && IsEscaped(tok, r.Text):
			r.addEscaped(tok)
		case tok.Kind == instruction.Key:
			r.addPlaceholder(tok)
		case tok.Kind != instruction.Group:
		case r.Dialect.CountsBraces:
			r.Groups = append(r.Groups, tok)
		case r.Loose && r.isForeignTag(tok):
			foreign = append(foreign, tok)
		case wording.CouldBeMeant(tok, r.Text):
			r.Groups = append(r.Groups, tok)
		}
	}
	if r.Loose {
		r.leaveToOtherLanguage(foreign)
	}
}

func (r *Reading) addPlaceholder(tok instruction.Token) {
	if r.Dialect.Owns(tok.Name(r.Text)) {
		return
	}
	ph := Placeholder{Token: tok, Source: tok.Text(r.Text), Wire: tok.Name(r.Text)}
	ph.Key = r.Keys.Exact(ph.Wire)
	if ph.Key == nil && r.FamilyAround(&ph) == nil {
		ph.Key = r.Keys.Find(ph.Wire)
	}
	if ph.Key != nil || !r.Keys.Foreign(ph.Wire) {
		r.Placeholders = append(r.Placeholders, ph)
	}
}
