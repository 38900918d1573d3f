package names

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Callable is a function that code hands on, and the parameters that its caller gives.
type Callable struct {
	In     *File
	At     int // its name, or the word lambda
	Def    int // the first token of its line; -1: of a lambda
	Params []syntax.Parameter
}

// Callable is the function that an expression stands for, if nothing else can be meant: a function
// of a module or of the function around, a method of self, a lambda, or what a function defines and
// returns.
func (s *Scope) Callable(v syntax.Value, deep int) (f Callable, ok bool) {
	switch {
	case v.Kind == syntax.Function:
		return s.lambda(v)
	case v.Kind == syntax.Reference && s.isMethodOf(v.Name):
		f.In, f.At = s.File, s.Defined[v.Name[len("self."):]]
		f.Def = s.Tokens[f.At].Line
		if s.ClassAround(f.Def) != s.ClassAround(v.First) || !s.isMethod(f.Def) {
			return f, false
		}
	case v.Kind == syntax.Reference:
		first, _, _ := strings.Cut(v.Name, ".")
		in, to, found := s.Project.Resolve(s.File, v)
		if m, of, ok := s.Project.Scope(in).boundMethod(to); !found && ok {
			return m, m.isPlain(s, of)
		}
		if !found || to.Kind == syntax.Other {
			in, to, found = s.Project.Step(s.File, v.Name)
		}
		there := s.Project.Scope(in)
		switch {
		case !found || !s.IsBoundOnce(first):
			return f, false
		case to.Kind == syntax.Other || to.Kind == syntax.Call:
			return there.made(to, deep)
		case to.Kind != syntax.Function:
			return f, false
		case to.Name == "":
			return there.lambda(to)
		}
		f.In, f.At = in, in.Defined[to.Name]
	default:
		return s.made(v, deep)
	}
	return f, f.isPlain(s, v)
}

// lambda reads the parameters of one.
func (s *Scope) lambda(v syntax.Value) (Callable, bool) {
	params := s.ParametersIn(v.First+1, s.LambdaBody(v.First)-1)
	return Callable{s.File, v.First, -1, params}, len(params) < MostGiven
}

// made is the function that a call returns, which the callee defines.
func (s *Scope) made(v syntax.Value, deep int) (f Callable, ok bool) {
	in, def, ok := s.FunctionOf(v)
	if !ok || deep > MostCalls || in.Word(def) != "def" || !in.IsBoundOnce(in.Word(def+1)) {
		return f, false
	}
	list, all := in.Returns(def)
	if !all || len(list) != 1 {
		return f, false
	}
	f, ok = s.Project.Scope(in).Callable(list[0].Value, deep+1)
	return f, ok && f.In == in && (f.Def < 0 || in.Around(f.Def).Def == def)
}

// isPlain reports whether a function is called as it is written, and reads its parameters. It is
// seen from where an expression names it.
func (f *Callable) isPlain(from *Scope, v syntax.Value) bool {
	if f.At < 1 || f.In.Word(f.At-1) != "def" || f.In.Word(f.At+1) != "(" {
		return false
	}
	f.Def = f.In.Tokens[f.At].Line
	if !f.In.isMethod(f.Def) && !f.In.IsBoundOnce(f.In.Word(f.At)) {
		return false
	}
	before := f.Def - 1
	isDecorated := before >= 0 && f.In.Word(f.In.Tokens[before].Line) == "@"
	opener := f.In.Around(f.Def).Opener
	isSeen := opener < 0 || f.In == from.File && (f.In.isWithin(v.First, opener) && f.In.Around(f.Def).Def == opener)
	f.Params = f.In.Parameters(f.Def)
	if f.In.isMethod(f.Def) && len(f.Params) > 0 {
		isSeen, f.Params = v.Name != f.In.Word(f.At), f.Params[1:]
	}
	return isSeen && !isDecorated && len(f.Params) < MostGiven && !f.isPositional()
}

// isPositional reports whether some parameters take no argument by name.
func (f *Callable) isPositional() bool {
	open := f.At + 1
	for i := open; i < f.In.Closing(open); i++ {
		if f.In.Word(i) == "/" {
			return true
		}
	}
	return false
}

// IsBoundOnce reports whether a file gives one value to a name, as far as its words show.
func (f *File) IsBoundOnce(name string) bool {
	if f.binds == nil {
		f.binds = map[string]int{}
		for i := range f.Plain {
			if f.Tokens[i].Kind == syntax.Name && f.Word(i-1) != "." && f.isBinding(i) {
				f.binds[f.Word(i)]++
			}
		}
	}
	return len(f.Assigns[name])+f.binds[name] == 1
}

// isBinding reports whether the name at a token gets a value there, other than by an assignment of one
// name.
func (f *File) isBinding(i int) bool {
	before, next := f.Word(i-1), f.Word(i+1)
	switch first := f.Word(f.Tokens[i].Line); {
	case first == "from" && before != "from" || first == "import":
		return next != "as" && next != "import" && next != "."
	case before == "def":
		return !f.isMethod(f.Tokens[i].Line)
	case before == "class" || before == "as" || before == "global" || before == "nonlocal" || next == ":=":
		return true
	case f.Opens[i] < 0 && (before == "," || next == ","):
		return !slices.Contains([]string{"return", "yield", "del", "print", "with", "for"}, first)
	}
	return false
}

// Returned are what a function returns.
func (f *Callable) Returned() []Expression {
	if f.Def < 0 {
		return []Expression{{f.In, f.In.Value(f.In.LambdaBody(f.At))}}
	}
	list, _ := f.In.Returns(f.Def)
	return list
}
