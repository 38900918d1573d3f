package agentfiles

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// keyNames reports instructions that show the name of a key where its value would stand: a
// constant that is used as a key elsewhere, without the braces of a placeholder.
func (s *Surveyed) keyNames() (list diag.List) {
	texts := slices.Concat(s.python.Texts, s.python.Partial)
	for i, t := range texts {
		for _, n := range s.survey.Names[i] {
			set, read := s.usesOf(n)
			if t.Test || len(set) == 0 {
				continue
			}
			isAgents := slices.ContainsFunc(texts, func(other pythonagents.Text) bool { return other.Agent == n.Key })
			list = append(list, finding.KeyName(n.Key, n.Field, n.Span, set, t.ADK && !read && !isAgents))
		}
	}
	return list
}

// usesOf is where the key of a name is set, in its program, and whether something reads it.
func (s *Surveyed) usesOf(n pythonagents.KeyName) (set []diag.Span, read bool) {
	program := s.parts.find(n.Span.File)
	for _, fact := range s.facts {
		if fact.Key != n.Key || fact.Test || fact.Guessed || s.parts.find(fact.Place.File) != program {
			continue
		}
		if fact.Writes() {
			set = append(set, fact.Place)
		}
		read = read || fact.Reads()
	}
	return slices.Compact(set), read
}
