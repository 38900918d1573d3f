package reading

import (
	"github.com/seed92179c4c/stategen/internal/prompt/internal/code"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// InCode reports whether a group is part of code, where braces with a name in
// them mean something else: in a block or a paragraph of it, between backticks,
// or after what code joins to a brace.
func (r *Reading) InCode(tok instruction.Token) bool {
	return code.FollowsJoint(r.Text, tok.Start) || r.Lines().Hold(tok.Start)
}

// OnLineOfCode reports the same, but not for what only shares a paragraph with
// code.
func (r *Reading) OnLineOfCode(tok instruction.Token) bool {
	return code.FollowsJoint(r.Text, tok.Start) || r.Lines().HoldAlone(tok.Start)
}

// Lines tells code from prose in the text, once.
func (r *Reading) Lines() *code.Lines {
	if r.code == nil {
		r.code = code.New(r.Name, r.Text)
	}
	return r.code
}
