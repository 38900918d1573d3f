package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// callable is a function that code hands on, and the parameters that its caller gives.
type callable struct {
	in     *file
	at     int // its name, or the word lambda
	def    int // the first token of its line; -1: of a lambda
	params []syntax.Parameter
}

// surely is the function that an expression stands for, if nothing else can be meant: a function
// of a module or of the function around, a method of self, a lambda, or what a function defines and
// returns.
func (s *scope) surely(v syntax.Value, deep int) (f callable, ok bool) {
	switch {
	case v.Kind == syntax.Function:
		return s.lambda(v)
	case v.Kind == syntax.Reference && s.isMethodOf(v.Name):
		f.in, f.at = s.file, s.defined[v.Name[len("self."):]]
		f.def = s.Tokens[f.at].Line
		if s.classAround(f.def) != s.classAround(v.First) || !s.isMethod(f.def) {
			return f, false
		}
	case v.Kind == syntax.Reference:
		first, _, _ := strings.Cut(v.Name, ".")
		in, to, found := s.project.resolve(s.file, v)
		if !found || to.Kind == syntax.Other {
			in, to, found = s.project.step(s.file, v.Name)
		}
		there := s.project.scope(in)
		switch {
		case !found || !s.isBoundOnce(first):
			return f, false
		case to.Kind == syntax.Other || to.Kind == syntax.Call:
			return there.made(to, deep)
		case to.Kind != syntax.Function:
			return f, false
		case to.Name == "":
			return there.lambda(to)
		}
		f.in, f.at = in, in.defined[to.Name]
	default:
		return s.made(v, deep)
	}
	return f, f.isPlain(s, v)
}

// lambda reads the parameters of one.
func (s *scope) lambda(v syntax.Value) (callable, bool) {
	params := s.ParametersIn(v.First+1, s.LambdaBody(v.First)-1)
	return callable{s.file, v.First, -1, params}, len(params) < mostGiven
}

// made is the function that a call returns, which the callee defines.
func (s *scope) made(v syntax.Value, deep int) (f callable, ok bool) {
	_, open := s.Dotted(min(v.First, len(s.Tokens)-1))
	if s.Word(open) != "(" || s.Closing(open)+1 != v.End || deep > mostCalls {
		return f, false
	}
	in, def, ok := s.callee(open)
	if !ok || in.isDecorated(def) || in.Word(def) != "def" || !s.project.scope(in).isBoundOnce(in.Word(def+1)) {
		return f, false
	}
	list, all := in.returns(def)
	if !all || len(list) != 1 {
		return f, false
	}
	f, ok = s.project.scope(in).surely(list[0].value, deep+1)
	return f, ok && f.in == in && (f.def < 0 || in.around(f.def).def == def)
}

// isPlain reports whether a function is called as it is written, and reads its parameters. It is
// seen from where an expression names it.
func (f *callable) isPlain(from *scope, v syntax.Value) bool {
	if f.at < 1 || f.in.Word(f.at-1) != "def" || f.in.Word(f.at+1) != "(" || !from.project.scope(f.in).isBoundOnce(f.in.Word(f.at)) {
		return false
	}
	f.def = f.in.Tokens[f.at].Line
	before := f.def - 1
	isDecorated := before >= 0 && f.in.Word(f.in.Tokens[before].Line) == "@"
	opener := f.in.around(f.def).opener
	isSeen := opener < 0 || f.in == from.file && (f.in.isWithin(v.First, opener) && f.in.around(f.def).def == opener)
	f.params = f.in.parameters(f.def)
	if f.in.isMethod(f.def) && len(f.params) > 0 {
		isSeen, f.params = v.Name != f.in.Word(f.at), f.params[1:]
	}
	return isSeen && !isDecorated && len(f.params) < mostGiven && !f.isPositional()
}

// isPositional reports whether some parameters take no argument by name.
func (f *callable) isPositional() bool {
	open := f.at + 1
	for i := open; i < f.in.Closing(open); i++ {
		if f.in.Word(i) == "/" {
			return true
		}
	}
	return false
}

// isBoundOnce reports whether a file gives one value to a name, as far as its words show.
func (s *scope) isBoundOnce(name string) bool {
	if !s.project.search(len(s.Tokens)) {
		return false
	}
	times := len(s.assigns[name])
	for i := range s.Plain {
		if s.Word(i) == name && s.Word(i-1) != "." && s.binds(i) {
			times++
		}
	}
	return times == 1
}

// binds reports whether the name at a token gets a value there, other than by an assignment of one
// name.
func (s *scope) binds(i int) bool {
	before, next := s.Word(i-1), s.Word(i+1)
	switch first := s.Word(s.Tokens[i].Line); {
	case first == "from" && before != "from" || first == "import":
		return next != "as" && next != "import" && next != "."
	case before == "def" || before == "class" || before == "as" || before == "global" || before == "nonlocal" || next == ":=":
		return true
	case s.Opens[i] < 0 && (before == "," || next == ","):
		return !slices.Contains([]string{"return", "yield", "del", "print", "with", "for"}, first)
	}
	return false
}

// returned are what a function returns.
func (f *callable) returned() []located {
	if f.def < 0 {
		return []located{{f.in, f.in.Value(f.in.LambdaBody(f.at))}}
	}
	list, _ := f.in.returns(f.def)
	return list
}
