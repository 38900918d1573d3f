// Package reading reads one text: its placeholders, the groups in braces that could be
// meant as some, its tags of other template languages, its code, and its sentences
// about the state. What of that is wrong, others say.
package reading

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/runtime/comment"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// Source is a text with what decides how it is read.
type Source struct {
	Text    string
	Name    string // of its file, which says what code the text may be; empty: nothing does
	Grammar instruction.Grammar
	Loose   bool // another template language may read it first
	Escapes bool // a dollar or a backslash in front of a placeholder makes it text
	Keys    *keys.Index
}

// Reading is what is in a text.
type Reading struct {
	Source
	Dialect      *Dialect
	HasBrace     bool // a brace opens somewhere
	Placeholders []Placeholder
	Groups       []instruction.Token // in braces, and no placeholders

	code      *Lines          // nil: not needed yet
	commented bool            // there may be comments to stategen, or what resembles them
	called    map[string]bool // what comments call text in vain
	shown     map[string]bool // keys in placeholders; nil: not needed yet
}

// Begin forgets the last text, and prepares to read another.
func (r *Reading) Begin(s Source) {
	*r = Reading{
		Source:       s,
		Dialect:      Of(s.Grammar.Dialect),
		HasBrace:     strings.IndexByte(s.Text, '{') >= 0,
		Placeholders: r.Placeholders[:0],
		Groups:       r.Groups[:0],
		commented:    comment.Resembles(s.Text),
	}
}

// LooksLiteral reports whether doubled braces may be meant to keep the name from being
// looked up, which they don't.
func (r *Reading) LooksLiteral(ph *Placeholder) bool {
	opening, closing := ph.Braces()
	return r.Dialect.StripsBraces && !ph.Angle && opening > 1 && closing > 1
}

// FamilyAround returns the family whose name is written out around a
// placeholder: order_{order_id}.
func (r *Reading) FamilyAround(ph *Placeholder) *schema.Key {
	for _, k := range r.Keys.Families() {
		for _, param := range k.Params {
			wire := k.Wire()
			shift := len(wire) - len(k.Name)
			start := ph.Start - param.Start - shift
			if start >= 0 && strings.HasPrefix(r.Text[start:], wire) {
				return k
			}
		}
	}
	return nil
}

// Shows reports whether a placeholder of the text shows the key.
func (r *Reading) Shows(wire string) bool {
	if r.shown == nil {
		r.shown = map[string]bool{}
		for i := range r.Placeholders {
			r.shown[r.Placeholders[i].Wire] = true
		}
	}
	return r.shown[wire]
}

// Scan collects what the rules look at.
func (r *Reading) Scan() {
	if !r.HasBrace && !r.Grammar.Angle {
		return
	}
	r.findComments()
	grammar := r.Grammar
	grammar.Raw = grammar.Raw || !r.commented // saves looking for comments again
	var foreign []instruction.Token
	for tok := range instruction.Tokens(r.Text, grammar) {
		switch {
		case r.Escapes && IsEscaped(tok, r.Text): // text
		case tok.Kind == instruction.Key:
			r.addPlaceholder(tok)
		case tok.Kind != instruction.Group:
		case r.Dialect.CountsBraces:
			r.Groups = append(r.Groups, tok)
		case r.Loose && r.isForeignTag(tok):
			foreign = append(foreign, tok)
		case CouldBeMeant(tok, r.Text):
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

// findComments notes the placeholders that comments call text where a framework expands it all the same.
func (r *Reading) findComments() {
	if !r.commented || !r.Grammar.Raw {
		return
	}
	r.called = map[string]bool{}
	for _, c := range comment.Find(r.Text) {
		if c.Verb != comment.Text {
			continue
		}
		for _, name := range c.Placeholders(r.Text) {
			r.called[name] = true
		}
	}
}

// CalledText reports whether a comment says that a placeholder is text although
// a framework looks it up.
func (r *Reading) CalledText(ph *Placeholder) bool { return r.called[ph.Wire] }

// IsEscaped reports whether a dollar or a backslash is in front of braces.
func IsEscaped(tok instruction.Token, text string) bool {
	return !tok.Angle && tok.Start > 0 && (text[tok.Start-1] == '$' || text[tok.Start-1] == '\\')
}

// Placeholder is a lookup of a state key, with the key that it is.
type Placeholder struct {
	instruction.Token
	Source string      // as it is in the text, braces included
	Wire   string      // the name that is looked up
	Key    *schema.Key // nil: not declared
}

// Braces counts the opening and the closing brackets.
func (p *Placeholder) Braces() (opening, closing int) {
	open, shut := "{", "}"
	if p.Angle {
		open, shut = "<", ">"
	}
	opening = len(p.Source) - len(strings.TrimLeft(p.Source, open))
	closing = len(p.Source) - len(strings.TrimRight(p.Source, shut))
	return opening, closing
}

// Write returns the placeholder for a key, in the brackets of this one.
func (p *Placeholder) Write(wire string, optional bool) string {
	mark := ""
	if optional {
		mark = "?"
	}
	if p.Angle {
		return "<" + wire + mark + ">"
	}
	return "{" + wire + mark + "}"
}

// Usable reports whether it is worth asking how the key is used: it is
// declared, and its value may be in a prompt at all.
func (p *Placeholder) Usable() bool { return p.Key != nil && !p.Key.Sensitive }
