package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// replaces notes that a program replaces something in a text: name.format(…).
func (p *project) replaces(s *names.Scope, method int) {
	first := method - 2
	for n := 0; n < mostDicts && s.Word(first-1) == "."; n++ {
		first -= 2
	}
	if first < 0 || s.Tokens[first].Kind != syntax.Name {
		return
	}
	dotted, _ := s.Dotted(first)
	owner := strings.TrimSuffix(dotted, "."+s.Word(method))
	if l := s.KnownText(syntax.Value{Kind: syntax.Reference, Name: owner, First: first, End: method - 1}, 0); l != nil {
		p.replaced[at(l)] = true
	}
	if agent, ok := strings.CutSuffix(owner, ".instruction"); ok && !p.replacesIn(s, agent) {
		p.allReplaced = true
	}
}

// replacements notes what a file that doesn't import ADK replaces in the instructions of agents.
func (p *project) replacements(s *names.Scope) {
	if !strings.Contains(s.Text, "instruction") {
		return
	}
	for i := range s.Tokens[:s.Plain] {
		if isMethod := s.Word(i+1) == "(" && s.Word(i-1) == "." && s.Word(i-2) == "instruction" && s.Word(i-3) == "."; isMethod && (s.Word(i) == "format" || s.Word(i) == "replace") {
			dotted, next := s.Dotted(s.FirstOf(i))
			agent, _ := strings.CutSuffix(dotted, ".instruction."+s.Word(i))
			if next == i+1 {
				p.replacesIn(s, agent)
			}
		}
	}
}

// replacesIn notes that something is replaced in the instruction of an agent, by its name in this file;
// false: it is not known.
func (p *project) replacesIn(s *names.Scope, agent string) bool {
	in, to, ok := s.Resolve(syntax.Value{Kind: syntax.Reference, Name: agent})
	if !ok {
		return false
	}
	there := p.Scope(in)
	_, open, isCall := there.CallOf(to)
	if !isCall {
		return false
	}
	text, ok := there.Keyword(open, "instruction")
	l := there.KnownText(text, 0)
	if !ok || l == nil {
		return false
	}
	p.replaced[at(l)] = true
	return true
}

// textAt is where a text begins.
type textAt struct {
	path  string
	start int
	made  string // of a text that is made there: which
}

func at(l *syntax.Literal) textAt { return textAt{path: l.Path, start: l.Start} }
