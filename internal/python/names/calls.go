package names

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Place is a token of a file.
type Place struct {
	In *File
	At int
}

// mostNamed is how many places that name a function are looked at.
const mostNamed = 200

// NamesOf are the places with the name of a function; nil: there are too many.
func (p *Project) NamesOf(name string) []Place {
	if p.calls == nil {
		p.findCalls()
	}
	return p.calls[name]
}

func (p *Project) findCalls() {
	p.defined, p.definer = map[string]int{}, map[string]*File{}
	for _, f := range p.Files {
		for name, at := range f.Defined {
			p.definer[name] = f
			if at < 1 { // twice in this file
				p.defined[name]++
			}
			p.defined[name]++
		}
	}
	p.calls = map[string][]Place{}
	for _, path := range p.Paths() {
		f := p.Files[path]
		for i, t := range f.Tokens {
			if word := f.Word(i); t.Kind == syntax.Name && p.defined[word] > 0 && len(p.calls[word]) <= mostNamed {
				p.calls[word] = append(p.calls[word], Place{f, i})
			}
		}
	}
	for name, list := range p.calls {
		if len(list) > mostNamed {
			delete(p.calls, name)
		}
	}
}

// isOnly reports whether one function or class alone has a name, in all files.
func (p *Project) isOnly(name string) bool {
	p.NamesOf(name)
	return p.defined[name] == 1
}

// Arguments are what all calls of the function around a name give to it, its parameter;
// all: nothing else can be given.
func (s *Scope) Arguments(v syntax.Value) (list []Expression, all bool) {
	def := s.parameterAround(v)
	if v.Kind != syntax.Reference || def < 0 || s.IsDecorated(def) || s.isLooped(v.Name, def) || s.IsGiven(v.Name, def) {
		return nil, false
	}
	nameAt := s.NameOf(def)
	n := slices.IndexFunc(s.Parameters(def), func(p syntax.Parameter) bool { return p.Name == v.Name && p.Star == "" })
	if n < 0 || s.Defined[s.Word(nameAt)] != nameAt || s.isMethod(def) && !s.Project.isOnly(s.Word(nameAt)) {
		return nil, false
	}
	all = true
	for _, at := range s.Project.NamesOf(s.Word(nameAt)) {
		one, is := s.CallAt(at, def)
		switch {
		case is == Unrelated:
		case is == Called:
			given, ok := s.argumentAt(one, def, n)
			if ok {
				list = append(list, given)
			}
			all = all && ok
		default:
			all = false
		}
	}
	return list, all && len(list) > 0
}

// parameterAround is the function that has a name as a parameter: the one around it, or one around
// that, which makes a function of it; -1: it is in none.
func (s *Scope) parameterAround(v syntax.Value) int {
	def := s.Around(v.First).Def
	for n := 0; n < MostBrackets && def >= 0 && !s.IsParameter(def, v.Name) && !s.IsGiven(v.Name, def) && s.Around(def).Def >= 0; n++ {
		def = s.Around(def).Def
	}
	return def
}

// IsDecorated reports whether something is done with a function where it is defined.
func (f *File) IsDecorated(def int) bool {
	if def == 0 {
		return false
	}
	before := f.Tokens[def-1].Line
	return f.Word(before) == "@" && f.Word(before+1) != "staticmethod" && f.Word(before+1) != "classmethod"
}

// Naming is what a place that names a function does with it.
type Naming uint8

const (
	Unrelated Naming = iota // something else of that name
	Called
	HandedOn // the function may be called from anywhere
)

// CallAt says what a place does that names the function whose line begins at a token, and
// where its arguments begin.
func (s *Scope) CallAt(at Place, def int) (Place, Naming) {
	f, i := at.In, at.At
	line := f.Word(f.Tokens[i].Line)
	isCall := f.Word(i+1) == "("
	open := Place{f, i + 1}
	switch {
	case f == s.File && i == s.NameOf(def), line == "from", line == "import":
		return open, Unrelated
	case f.Word(i-1) != "." && f.Word(i+1) == "=" && f.Opens[i] >= 0:
		return open, Unrelated // an argument's name
	}
	method := s.isMethod(def)
	if f.Word(i-1) == "." {
		owner := f.Word(i - 2)
		if method && (owner == "self" || owner == "cls") && isCall {
			return open, Called
		}
		if method {
			return open, HandedOn
		}
		first := f.StartOf(i)
		if first < 0 {
			return open, Unrelated
		}
		dotted, _ := f.Dotted(first)
		if _, known := f.Imports[f.Word(first)]; !known {
			return open, Unrelated
		}
		return open, s.naming(f, dotted, isCall, Unrelated)
	}
	if method {
		return open, Unrelated
	}
	return open, s.naming(f, f.Word(i), isCall, HandedOn)
}

// naming says what is done with a name that may be this file's function.
func (s *Scope) naming(f *File, dotted string, isCall bool, otherwise Naming) Naming {
	in, to, ok := s.Project.Resolve(f, syntax.Value{Kind: syntax.Reference, Name: dotted})
	switch {
	case !ok:
		return otherwise
	case to.Kind != syntax.Function || in != s.File:
		return Unrelated
	case isCall:
		return Called
	}
	return HandedOn
}

// isMethod reports whether a function is one of a class.
func (f *File) isMethod(def int) bool {
	opener := f.Around(def).Opener
	return opener >= 0 && f.Word(opener) == "class"
}

// argumentAt is what a call gives to a function's parameter: by place, by name, or by
// default.
func (s *Scope) argumentAt(open Place, def, n int) (Expression, bool) {
	f, params := open.In, s.Parameters(def)
	position := s.firstGiven(def, params)
	shut := f.Closing(open.At)
	for i := open.At + 1; i < shut && i-open.At < MostMerged*10; i = f.ExprEnd(i) + 1 {
		switch word := f.Word(i); {
		case word == "*" || word == "**":
			return Expression{}, false
		case f.Tokens[i].Kind == syntax.Name && f.Word(i+1) == "=":
			if word == params[n].Name {
				return Expression{f, f.Value(i + 2)}, true
			}
			i += 2
		case position == n && !beforeStar(params, n):
			return Expression{f, f.Value(i)}, true
		default:
			position++
		}
	}
	if at := params[n].Fallback; at > 0 {
		return Expression{s.File, s.Value(at)}, true
	}
	return Expression{}, false
}

// firstGiven is the place of the parameter that a call gives first: self is given by itself.
func (f *File) firstGiven(def int, params []syntax.Parameter) int {
	if len(params) > 0 && f.isMethod(def) && (params[0].Name == "self" || params[0].Name == "cls") {
		return 1
	}
	return 0
}

// beforeStar reports whether a parameter is behind one with a star: it has no place.
func beforeStar(params []syntax.Parameter, n int) bool {
	return slices.ContainsFunc(params[:n], func(p syntax.Parameter) bool { return p.Star != "" })
}

// Callee finds the function whose arguments begin at a bracket.
func (s *Scope) Callee(open int) (*File, int, bool) {
	first := s.StartOf(open - 1)
	if first < 0 || s.Tokens[first].Kind != syntax.Name || s.Word(first-1) == "def" {
		return nil, 0, false
	}
	dotted, next := s.Dotted(first)
	var in *File
	named := strings.TrimPrefix(strings.TrimPrefix(dotted, "self."), "cls.")
	switch {
	case next != open:
		return nil, 0, false
	case named != dotted:
		if !s.Project.isOnly(named) {
			return nil, 0, false
		}
		in = s.Project.definer[named]
	default:
		to, v, ok := s.Project.Resolve(s.File, syntax.Value{Kind: syntax.Reference, Name: dotted})
		if !ok || v.Kind != syntax.Function {
			return nil, 0, false
		}
		in, named = to, v.Name
	}
	at := in.Defined[named]
	if at < 1 || in.Word(at-1) != "def" {
		return nil, 0, false
	}
	return in, in.Tokens[at].Line, true
}

// FunctionOf is the function that an expression calls, and does nothing else, if nothing is done with
// that function where it is defined.
func (s *Scope) FunctionOf(v syntax.Value) (in *File, def int, ok bool) {
	_, open, isCall := s.CallOf(v)
	if !isCall {
		return nil, 0, false
	}
	in, def, ok = s.Callee(open)
	return in, def, ok && !in.IsDecorated(def)
}

// GivenAs says as which of a function's parameters the argument at a token is given; -1:
// it can't be told.
func (s *Scope) GivenAs(open Place, def, at int) int {
	f, params := open.In, s.Parameters(def)
	position := s.firstGiven(def, params)
	for i := open.At + 1; i <= at && position < MostGiven; i = f.ExprEnd(i) + 1 {
		switch word := f.Word(i); {
		case word == "*" || word == "**":
			return -1
		case f.Tokens[i].Kind == syntax.Name && f.Word(i+1) == "=":
			i += 2
			if i == at {
				return slices.IndexFunc(params, func(p syntax.Parameter) bool { return p.Name == word })
			}
		case i == at:
			return position
		default:
			position++
		}
	}
	return -1
}

// Only is the function that alone in the project has a name, wherever it is defined.
func (p *Project) Only(name string) (in *File, def int, ok bool) {
	if !p.isOnly(name) {
		return nil, 0, false
	}
	in = p.definer[name]
	at := in.Defined[name]
	if at < 1 || in.Word(at-1) != "def" {
		return nil, 0, false
	}
	return in, in.Tokens[at].Line, true
}

// IsDefined reports whether the project has a function of a name.
func (p *Project) IsDefined(name string) bool {
	p.NamesOf(name)
	return p.defined[name] > 0
}
