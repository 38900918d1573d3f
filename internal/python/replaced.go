package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// replaced notes that a program replaces something in a text: name.format(…).
func (r *reader) replaced(method int) {
	first := method - 2
	for n := 0; n < mostDicts && r.Word(first-1) == "."; n++ {
		first -= 2
	}
	if first < 0 || r.Tokens[first].Kind != syntax.Name {
		return
	}
	dotted, _ := r.Dotted(first)
	owner := strings.TrimSuffix(dotted, "."+r.Word(method))
	if l := r.KnownText(syntax.Value{Kind: syntax.Reference, Name: owner, First: first, End: method - 1}, 0); l != nil {
		r.project.replaced[at(l)] = true
	}
	if agent, ok := strings.CutSuffix(owner, ".instruction"); ok && !r.replacedOf(agent) {
		r.project.allReplaced = true
	}
}

// replacements notes what a file that doesn't import ADK replaces in the instructions of agents.
func (r *reader) replacements() {
	for i := range r.Tokens[:r.Plain] {
		if isMethod := r.Word(i+1) == "(" && r.Word(i-1) == "." && r.Word(i-2) == "instruction" && r.Word(i-3) == "."; isMethod && (r.Word(i) == "format" || r.Word(i) == "replace") {
			dotted, next := r.Dotted(r.FirstOf(i))
			agent, _ := strings.CutSuffix(dotted, ".instruction."+r.Word(i))
			if next == i+1 {
				r.replacedOf(agent)
			}
		}
	}
}

// replacedOf notes that something is replaced in the instruction of an agent, by its name in this file;
// false: it is not known.
func (r *reader) replacedOf(agent string) bool {
	in, to, ok := r.Resolve(syntax.Value{Kind: syntax.Reference, Name: agent})
	if !ok {
		return false
	}
	there := r.project.Scope(in)
	_, open, isCall := there.CallOf(to)
	if !isCall {
		return false
	}
	text, ok := there.Keyword(open, "instruction")
	l := there.KnownText(text, 0)
	if !ok || l == nil {
		return false
	}
	r.project.replaced[at(l)] = true
	return true
}

// textAt is where a text begins.
type textAt struct {
	path  string
	start int
}

func at(l *syntax.Literal) textAt { return textAt{l.Path, l.Start} }
