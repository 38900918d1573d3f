package judge

import (
	"github.com/seed92179c4c/stategen/check/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Rule is a rule's metadata with the functions that apply it, each to another
// part of a template. One without any is applied in another dialect only.
type Rule struct {
	diag.Rule
	Placeholder func(*Pass, *reading.Placeholder)
	Group       func(*Pass, instruction.Token)
	Text        func(*Pass)
}

// Apply applies rules to a text that has been read, until there are more findings than are kept.
func Apply(rules []Rule, p *Pass) {
	for i := 0; i < len(rules) && !p.more; i++ {
		rules[i].apply(p)
	}
}

func (r *Rule) apply(p *Pass) {
	if r.Text != nil {
		r.Text(p)
	}
	for i := 0; r.Placeholder != nil && i < len(p.Placeholders) && !p.more; i++ {
		r.Placeholder(p, &p.Placeholders[i])
	}
	for i := 0; r.Group != nil && i < len(p.Groups) && !p.more; i++ {
		r.Group(p, p.Groups[i])
	}
}
