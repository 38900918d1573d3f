package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// ways are the expressions of which one is what an expression stands for: those of a condition,
// what a function returns, or what the function around a name gives to it; all: there are no others.
func (s *scope) ways(v syntax.Value) (list []located, all bool) {
	if then, otherwise, ok := s.Branches(v); ok {
		return []located{{s.file, then}, {s.file, otherwise}}, true
	}
	if v.Kind == syntax.Reference {
		def := s.around(v.First).def
		given, ok := s.givenIn(v.Name, def)
		for _, g := range given {
			if g.End == 0 || len(given) > mostWays {
				return nil, false
			}
			list = append(list, located{s.file, g})
		}
		return list, ok && len(list) > 1
	}
	_, open, isCall := s.CallOf(v)
	if !isCall {
		return nil, false
	}
	in, def, ok := s.callee(open)
	if !ok || in.isDecorated(def) {
		return nil, false
	}
	return in.returns(def)
}

// mostWays is how many such expressions are looked at.
const mostWays = 6

// returns are what a function returns, whose line begins at a token.
func (f *file) returns(def int) (list []located, all bool) {
	tooMany := f.inBody(def, func(i int) bool {
		if f.around(i).def != def || f.Word(i) != "return" && f.Word(i) != "yield" {
			return false
		}
		list = append(list, located{f, f.Value(i + 1)})
		return f.Word(i) == "yield" || len(list) > mostWays
	})
	return list, !tooMany && len(list) > 0
}

// isMethodOf reports whether self.name is a method of this file that no other has the name of, and
// no property.
func (s *scope) isMethodOf(name string) bool {
	method, ok := strings.CutPrefix(name, "self.")
	at := s.defined[method]
	return ok && at > 0 && s.Word(at-1) == "def" && s.project.isOnly(method) && !s.isDecorated(s.Tokens[at].Line)
}

// templates are the texts of which one is that of an instruction, as far as they are known: what an
// expression makes, or a function returns; none if there are others.
func (s *scope) templates(v syntax.Value) (list []*syntax.Literal) {
	if l := s.template(v); l != nil {
		return []*syntax.Literal{l}
	}
	in, to := s.meant(v)
	ways, all := in.ways(to)
	for _, w := range ways {
		l := s.project.scope(w.in).template(w.value)
		if l == nil || !all {
			return nil
		}
		list = append(list, l)
	}
	return list
}

// texts are those that an instruction may be; all: there are no others. One is chosen when the
// program runs.
func (s *scope) texts(v syntax.Value) (list []*syntax.Literal, all, chosen bool) {
	if l := s.known(v, 0); l != nil {
		return []*syntax.Literal{l}, true, false
	}
	in, to, ok := s.resolve(v)
	if ok && to.Kind == syntax.Function || v.Kind == syntax.Reference && s.isMethodOf(v.Name) {
		return nil, true, false
	}
	if !ok {
		in, to = s.file, v
	}
	given, all := s.project.scope(in).ways(to)
	if chosen = len(given) > 1; len(given) == 0 && !ok {
		given, all = s.arguments(v)
	}
	for _, g := range given {
		there := s.project.scope(g.in)
		if l := there.known(g.value, 0); l != nil {
			list = append(list, l)
		} else if _, to, ok := there.resolve(g.value); !ok || to.Kind != syntax.Function {
			all = false
		}
	}
	return list, all, chosen
}
