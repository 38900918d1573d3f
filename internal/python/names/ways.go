package names

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// ways are the expressions of which one is what an expression stands for: those of a condition,
// what a function returns, or what the function around a name gives to it; all: there are no others.
func (s *Scope) ways(v syntax.Value) (list []Expression, all bool) {
	if then, otherwise, ok := s.Branches(v); ok {
		return []Expression{{s.File, then}, {s.File, otherwise}}, true
	}
	if v.Kind == syntax.Reference {
		def := s.Around(v.First).Def
		given, ok := s.GivenIn(v.Name, def)
		for _, g := range given {
			if g.End == 0 || len(given) > MostWays {
				return nil, false
			}
			list = append(list, Expression{s.File, g})
		}
		return list, ok && len(list) > 1
	}
	in, def, ok := s.FunctionOf(v)
	if !ok {
		return nil, false
	}
	return in.Returns(def)
}

// Returns are what a function returns, whose line begins at a token.
func (f *File) Returns(def int) (list []Expression, all bool) {
	tooMany := f.InBody(def, func(i int) bool {
		if f.Around(i).Def != def || f.Word(i) != "return" && f.Word(i) != "yield" {
			return false
		}
		list = append(list, Expression{f, f.Value(i + 1)})
		return f.Word(i) == "yield" || len(list) > MostWays
	})
	return list, !tooMany && len(list) > 0
}

// isMethodOf reports whether self.name is a method of this file that no other has the name of, and
// no property.
func (s *Scope) isMethodOf(name string) bool {
	method, ok := strings.CutPrefix(name, "self.")
	at := s.Defined[method]
	return ok && at > 0 && s.Word(at-1) == "def" && s.Project.isOnly(method) && !s.IsDecorated(s.Tokens[at].Line)
}

// Templates are the texts of which one is that of an instruction, as far as they are known: what an
// expression makes, or a function returns; none if there are others.
func (s *Scope) Templates(v syntax.Value) (list []*syntax.Literal) {
	if l := s.Template(v); l != nil {
		return []*syntax.Literal{l}
	}
	in, to := s.meant(v)
	ways, all := in.ways(to)
	if len(ways) == 0 {
		return in.ofGiven(to)
	}
	for _, w := range ways {
		l := s.Project.Scope(w.In).Template(w.Value)
		if l == nil || !all {
			return nil
		}
		list = append(list, l)
	}
	return list
}

// Texts are those that an instruction may be; all: there are no others. One is chosen when the
// program runs.
func (s *Scope) Texts(v syntax.Value) (list []*syntax.Literal, all, chosen bool) {
	if l := s.KnownText(v, 0); l != nil {
		return []*syntax.Literal{l}, true, false
	}
	in, to, ok := s.Resolve(v)
	if ok && to.Kind == syntax.Function || v.Kind == syntax.Reference && s.isMethodOf(v.Name) {
		return nil, true, false
	}
	if !ok {
		in, to = s.File, v
	}
	given, all := s.Project.Scope(in).ways(to)
	if chosen = len(given) > 1; len(given) == 0 && !ok {
		given, all = s.Arguments(v)
	}
	for _, g := range given {
		there := s.Project.Scope(g.In)
		if l := there.KnownText(g.Value, 0); l != nil {
			list = append(list, l)
		} else if _, to, ok := there.Resolve(g.Value); !ok || to.Kind != syntax.Function {
			all = false
		}
	}
	return list, all, chosen
}
