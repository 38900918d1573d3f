package judge

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Rule is a rule's metadata with the functions that apply it, each to another
// part of a template.
type Rule struct {
	diag.Rule
	In          []instruction.Dialect // none: in all dialects
	Placeholder func(*Pass, *reading.Placeholder)
	Group       func(*Pass, instruction.Token)
	Text        func(*Pass)
}

// What eino reads are Python's format strings: no text stays as it is there, nothing is
// optional, and doubled braces are text. So most rules are for one of these alone.
var (
	Eino    = []instruction.Dialect{instruction.Eino}
	NotEino = []instruction.Dialect{instruction.ADK, instruction.Stategen, instruction.TRPC}
)

var rules []Rule

// Register has a rule applied to all texts in its dialects.
func Register(r Rule) Rule {
	rules = append(rules, r)
	return r
}

// Apply applies the rules to a text that has been read, until there are more findings than are kept.
func Apply(p *Pass) {
	for i := range rules {
		if p.more {
			return
		}
		if r := &rules[i]; len(r.In) == 0 || slices.Contains(r.In, p.Grammar.Dialect) {
			r.apply(p)
		}
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
