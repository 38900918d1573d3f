package reading

import (
	"strings"

	"github.com/seed92179c4c/stategen/runtime/comment"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// findComments collects the comments that call placeholders text.
func (r *Reading) findComments() {
	if !r.commented {
		return
	}
	r.called = map[string]bool{}
	read := comment.InPrompt
	if r.Grammar.Raw {
		read = comment.Find
	}
	for _, c := range read(r.Text) {
		if c.Verb != comment.Text {
			continue
		}
		r.Comments = append(r.Comments, c)
		for _, name := range c.Placeholders(r.Text) {
			r.called[name] = true
		}
	}
}

// Commented reports whether there may be comments to stategen in the text, or what
// resembles them.
func (r *Reading) Commented() bool { return r.commented }

// CalledText reports whether a comment says that a placeholder is text although
// a framework looks it up.
func (r *Reading) CalledText(ph *Placeholder) bool { return r.Grammar.Raw && r.called[ph.Wire] }

// Literals returns what is in brackets as text, because of a comment or
// anyway.
func (r *Reading) Literals() map[string]bool {
	literal := map[string]bool{}
	for tok := range instruction.Tokens(r.Text, r.Grammar) {
		switch tok.Kind {
		case instruction.Literal:
			literal[strings.Trim(tok.Text(r.Text), "{}<>? \t")] = true
		case instruction.Text, instruction.Group:
			for _, name := range comment.Names(tok.Text(r.Text)) {
				literal[name] = true
			}
		}
	}
	return literal
}
