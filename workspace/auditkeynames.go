package workspace

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// keyNames reports instructions that show the name of a key where its value would stand: a
// constant that is used as a key elsewhere, without the braces of a placeholder.
func (f *filesAudit) keyNames() (list diag.List) {
	texts := slices.Concat(f.python.Texts, f.python.Partial)
	for i, t := range texts {
		for _, n := range f.survey.Names[i] {
			set, read := f.usesOf(n)
			if t.Test || len(set) == 0 {
				continue
			}
			isAgents := slices.ContainsFunc(texts, func(other pythonagents.Text) bool { return other.Agent == n.Key })
			list = append(list, audit.KeyName(n.Key, n.Field, n.Span, set, t.ADK && !read && !isAgents))
		}
	}
	return list
}

// usesOf is where the key of a name is set, in its program, and whether something reads it.
func (f *filesAudit) usesOf(n pythonagents.KeyName) (set []diag.Span, read bool) {
	program := f.parts.find(n.Span.File)
	for _, fact := range f.facts {
		if fact.Key != n.Key || fact.Test || fact.Guessed || f.parts.find(fact.Place.File) != program {
			continue
		}
		switch fact.Kind {
		case audit.Write, audit.Merge, audit.Output, audit.Initial:
			set = append(set, fact.Place)
		case audit.Read, audit.Placeholder:
			read = true
		}
	}
	return slices.Compact(set), read
}
