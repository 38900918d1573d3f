package names

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// boundMethod is the method of an instance of a class of the project that a name stands for: instance.method,
// or a name of the module for that; and the expression that names it so.
func (s *Scope) boundMethod(v syntax.Value) (m Callable, of syntax.Value, ok bool) {
	if given := s.Assigns[v.Name]; v.Kind == syntax.Reference && len(given) == 1 && s.IsBoundOnce(v.Name) && s.Around(given[0].First).Def < 0 {
		v = given[0]
	}
	dot := strings.LastIndexByte(v.Name, '.')
	first, _, _ := strings.Cut(v.Name, ".")
	if v.Kind != syntax.Reference || dot < 0 || first == "self" || !s.IsBoundOnce(first) {
		return m, v, false
	}
	in, made, _ := s.Resolve(syntax.Value{Kind: syntax.Reference, Name: v.Name[:dot], First: v.First, End: v.End - 2})
	class, _, isCall := in.CallOf(made)
	at, to, found := s.Project.Resolve(in, syntax.Value{Kind: syntax.Reference, Name: class, First: made.First, End: made.End})
	if !isCall || !found || to.Kind != syntax.Function || at.Defined[to.Name] < 1 || at.Word(at.Defined[to.Name]-1) != "class" {
		return m, v, false
	}
	name := v.Name[dot+1:]
	m = Callable{In: at, At: at.Defined[name]}
	if m.At < 1 || at.Around(at.Tokens[m.At].Line).Opener != at.Tokens[at.Defined[to.Name]].Line {
		return m, v, false
	}
	isSearched := s.Project.Search(len(s.Tokens) + len(at.Tokens) + len(in.Tokens))
	return m, v, isSearched && at.IsBoundOnce(to.Name) && !s.setsAttribute(name) && !at.setsAttribute(name) && !in.setsAttribute(name)
}

// setsAttribute reports whether a file gives a value to an attribute of such a name, of anything.
func (f *File) setsAttribute(name string) bool {
	for i := range f.Tokens[:f.Plain] {
		if f.Word(i) == name && f.Word(i-1) == "." && f.Word(i+1) == "=" && f.Opens[i] < 0 {
			return true
		}
	}
	return false
}
