package reading

import (
	"strings"

	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// Placeholder is a lookup of a state key, with the key that it is.
type Placeholder struct {
	instruction.Token
	Source string      // as it is in the text, braces included
	Wire   string      // the name that is looked up
	Key    *schema.Key // nil: not declared

	Doubtful bool // another template language may take it away first
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
