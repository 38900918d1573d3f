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

// Apply applies rules to a text that has been read.
func Apply(rules []Rule, p *Pass) {
	for i := range rules {
		r := &rules[i]
		if r.Text != nil {
			r.Text(p)
		}
		if r.Placeholder != nil {
			for i := range p.Placeholders {
				r.Placeholder(p, &p.Placeholders[i])
			}
		}
		if r.Group != nil {
			for _, g := range p.Groups {
				r.Group(p, g)
			}
		}
	}
}
