package python

import (
	"slices"
	"strings"
)

// callable is a function that code hands on, and the parameters that its caller gives.
type callable struct {
	in     *file
	at     int // its name, or the word lambda
	def    int // the first token of its line; -1: of a lambda
	params []parameter
}

// surely is the function that an expression stands for, if nothing else can be meant: a function
// of a module or of the function around, a method of self, a lambda, or what a function defines and
// returns.
func (s *scope) surely(v value, deep int) (f callable, ok bool) {
	switch {
	case v.kind == function:
		return s.lambda(v)
	case v.kind == reference && s.isMethodOf(v.name):
		f.in, f.at = s.file, s.defined[v.name[len("self."):]]
		f.def = s.tokens[f.at].line
		if s.classAround(f.def) != s.classAround(v.first) || !s.isMethod(f.def) {
			return f, false
		}
	case v.kind == reference:
		first, _, _ := strings.Cut(v.name, ".")
		in, to, found := s.project.resolve(s.file, v)
		if !found || to.kind == other {
			in, to, found = s.project.step(s.file, v.name)
		}
		there := &scope{in, s.project}
		switch {
		case !found || !s.isBoundOnce(first):
			return f, false
		case to.kind == other || to.kind == call:
			return there.made(to, deep)
		case to.kind != function:
			return f, false
		case to.name == "":
			return there.lambda(to)
		}
		f.in, f.at = in, in.defined[to.name]
	default:
		return s.made(v, deep)
	}
	return f, f.isPlain(s, v)
}

// lambda reads the parameters of one.
func (s *scope) lambda(v value) (callable, bool) {
	params := s.parametersIn(v.first+1, s.lambdaBody(v.first)-1)
	return callable{s.file, v.first, -1, params}, len(params) < mostGiven
}

// made is the function that a call returns, which the callee defines.
func (s *scope) made(v value, deep int) (f callable, ok bool) {
	_, open := s.dotted(min(v.first, len(s.tokens)-1))
	if s.word(open) != "(" || s.closing(open)+1 != v.end || deep > mostCalls {
		return f, false
	}
	in, def, ok := s.callee(open)
	if !ok || in.isDecorated(def) || in.word(def) != "def" || !(&scope{in, s.project}).isBoundOnce(in.word(def+1)) {
		return f, false
	}
	list, all := in.returns(def)
	if !all || len(list) != 1 {
		return f, false
	}
	f, ok = (&scope{in, s.project}).surely(list[0].value, deep+1)
	return f, ok && f.in == in && (f.def < 0 || in.around(f.def).def == def)
}

// isPlain reports whether a function is called as it is written, and reads its parameters. It is
// seen from where an expression names it.
func (f *callable) isPlain(from *scope, v value) bool {
	if f.at < 1 || f.in.word(f.at-1) != "def" || f.in.word(f.at+1) != "(" || !(&scope{f.in, from.project}).isBoundOnce(f.in.word(f.at)) {
		return false
	}
	f.def = f.in.tokens[f.at].line
	before := f.def - 1
	isDecorated := before >= 0 && f.in.word(f.in.tokens[before].line) == "@"
	opener := f.in.around(f.def).opener
	isSeen := opener < 0 || f.in == from.file && (f.in.isWithin(v.first, opener) && f.in.around(f.def).def == opener)
	f.params = f.in.parameters(f.def)
	if f.in.isMethod(f.def) && len(f.params) > 0 {
		isSeen, f.params = v.name != f.in.word(f.at), f.params[1:]
	}
	return isSeen && !isDecorated && len(f.params) < mostGiven && !f.isPositional()
}

// isPositional reports whether some parameters take no argument by name.
func (f *callable) isPositional() bool {
	open := f.at + 1
	for i := open; i < f.in.closing(open); i++ {
		if f.in.word(i) == "/" {
			return true
		}
	}
	return false
}

// isBoundOnce reports whether a file gives one value to a name, as far as its words show.
func (s *scope) isBoundOnce(name string) bool {
	if !s.project.search(len(s.tokens)) {
		return false
	}
	times := len(s.assigns[name])
	for i := range s.plain {
		if s.word(i) == name && s.word(i-1) != "." && s.binds(i) {
			times++
		}
	}
	return times == 1
}

// binds reports whether the name at a token gets a value there, other than by an assignment of one
// name.
func (s *scope) binds(i int) bool {
	before, next := s.word(i-1), s.word(i+1)
	switch first := s.word(s.tokens[i].line); {
	case first == "from" && before != "from" || first == "import":
		return next != "as" && next != "import" && next != "."
	case before == "def" || before == "class" || before == "as" || before == "global" || before == "nonlocal" || next == ":=":
		return true
	case s.opens[i] < 0 && (before == "," || next == ","):
		return !slices.Contains([]string{"return", "yield", "del", "print", "with", "for"}, first)
	}
	return false
}
