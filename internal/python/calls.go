package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// place is a token of a file.
type place struct {
	in *file
	at int
}

// mostNamed is how many places that name a function are looked at.
const mostNamed = 200

// namesOf are the places with the name of a function; nil: there are too many.
func (p *nameProject) namesOf(name string) []place {
	if p.calls == nil {
		p.findCalls()
	}
	return p.calls[name]
}

func (p *nameProject) findCalls() {
	p.defined, p.definer = map[string]int{}, map[string]*file{}
	for _, f := range p.files {
		for name, at := range f.defined {
			p.definer[name] = f
			if at < 1 { // twice in this file
				p.defined[name]++
			}
			p.defined[name]++
		}
	}
	p.calls = map[string][]place{}
	for _, path := range p.paths() {
		f := p.files[path]
		for i, t := range f.Tokens {
			if word := f.Word(i); t.Kind == syntax.Name && p.defined[word] > 0 && len(p.calls[word]) <= mostNamed {
				p.calls[word] = append(p.calls[word], place{f, i})
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
func (p *nameProject) isOnly(name string) bool {
	p.namesOf(name)
	return p.defined[name] == 1
}

// arguments are what all calls of the function around a name give to it, its parameter;
// all: nothing else can be given.
func (s *scope) arguments(v syntax.Value) (list []located, all bool) {
	def := s.parameterAround(v)
	if v.Kind != syntax.Reference || def < 0 || s.isDecorated(def) || s.isLooped(v.Name, def) || s.isGiven(v.Name, def) {
		return nil, false
	}
	nameAt := s.nameOf(def)
	n := slices.IndexFunc(s.parameters(def), func(p syntax.Parameter) bool { return p.Name == v.Name && p.Star == "" })
	if n < 0 || s.defined[s.Word(nameAt)] != nameAt || s.isMethod(def) && !s.project.isOnly(s.Word(nameAt)) {
		return nil, false
	}
	all = true
	for _, at := range s.project.namesOf(s.Word(nameAt)) {
		one, is := s.callAt(at, def)
		switch {
		case is == unrelated:
		case is == called:
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
func (s *scope) parameterAround(v syntax.Value) int {
	def := s.around(v.First).def
	for n := 0; n < mostBrackets && def >= 0 && !s.isParameter(def, v.Name) && !s.isGiven(v.Name, def) && s.around(def).def >= 0; n++ {
		def = s.around(def).def
	}
	return def
}

// isDecorated reports whether something is done with a function where it is defined.
func (f *file) isDecorated(def int) bool {
	if def == 0 {
		return false
	}
	before := f.Tokens[def-1].Line
	return f.Word(before) == "@" && f.Word(before+1) != "staticmethod" && f.Word(before+1) != "classmethod"
}

type naming uint8

const (
	unrelated naming = iota // something else of that name
	called
	handedOn // the function may be called from anywhere
)

// callAt says what a place does that names the function whose line begins at a token, and
// where its arguments begin.
func (s *scope) callAt(at place, def int) (place, naming) {
	f, i := at.in, at.at
	line := f.Word(f.Tokens[i].Line)
	isCall := f.Word(i+1) == "("
	open := place{f, i + 1}
	switch {
	case f == s.file && i == s.nameOf(def), line == "from", line == "import":
		return open, unrelated
	case f.Word(i-1) != "." && f.Word(i+1) == "=" && f.Opens[i] >= 0:
		return open, unrelated // an argument's name
	}
	method := s.isMethod(def)
	if f.Word(i-1) == "." {
		owner := f.Word(i - 2)
		if method && (owner == "self" || owner == "cls") && isCall {
			return open, called
		}
		if method {
			return open, handedOn
		}
		first := i
		for f.Word(first-1) == "." {
			first -= 2
		}
		if first < 0 {
			return open, unrelated
		}
		dotted, _ := f.Dotted(first)
		if _, known := f.imports[f.Word(first)]; !known {
			return open, unrelated
		}
		return open, s.naming(f, dotted, isCall, unrelated)
	}
	if method {
		return open, unrelated
	}
	return open, s.naming(f, f.Word(i), isCall, handedOn)
}

// naming says what is done with a name that may be this file's function.
func (s *scope) naming(f *file, dotted string, isCall bool, otherwise naming) naming {
	in, to, ok := s.project.resolve(f, syntax.Value{Kind: syntax.Reference, Name: dotted})
	switch {
	case !ok:
		return otherwise
	case to.Kind != syntax.Function || in != s.file:
		return unrelated
	case isCall:
		return called
	}
	return handedOn
}

// isMethod reports whether a function is one of a class.
func (f *file) isMethod(def int) bool {
	opener := f.around(def).opener
	return opener >= 0 && f.Word(opener) == "class"
}

// argumentAt is what a call gives to a function's parameter: by place, by name, or by
// default.
func (s *scope) argumentAt(open place, def, n int) (located, bool) {
	f, params := open.in, s.parameters(def)
	position := s.firstGiven(def, params)
	shut := f.Closing(open.at)
	for i := open.at + 1; i < shut && i-open.at < mostMerged*10; i = f.ExprEnd(i) + 1 {
		switch word := f.Word(i); {
		case word == "*" || word == "**":
			return located{}, false
		case f.Tokens[i].Kind == syntax.Name && f.Word(i+1) == "=":
			if word == params[n].Name {
				return located{f, f.Value(i + 2)}, true
			}
			i += 2
		case position == n && !beforeStar(params, n):
			return located{f, f.Value(i)}, true
		default:
			position++
		}
	}
	if at := params[n].Fallback; at > 0 {
		return located{s.file, s.Value(at)}, true
	}
	return located{}, false
}

// firstGiven is the place of the parameter that a call gives first: self is given by itself.
func (f *file) firstGiven(def int, params []syntax.Parameter) int {
	if len(params) > 0 && f.isMethod(def) && (params[0].Name == "self" || params[0].Name == "cls") {
		return 1
	}
	return 0
}

// beforeStar reports whether a parameter is behind one with a star: it has no place.
func beforeStar(params []syntax.Parameter, n int) bool {
	return slices.ContainsFunc(params[:n], func(p syntax.Parameter) bool { return p.Star != "" })
}

// callee finds the function whose arguments begin at a bracket.
func (s *scope) callee(open int) (*file, int, bool) {
	first := open - 1
	for s.Word(first-1) == "." {
		first -= 2
	}
	if first < 0 || s.Tokens[first].Kind != syntax.Name || s.Word(first-1) == "def" {
		return nil, 0, false
	}
	dotted, next := s.Dotted(first)
	var in *file
	named := strings.TrimPrefix(strings.TrimPrefix(dotted, "self."), "cls.")
	switch {
	case next != open:
		return nil, 0, false
	case named != dotted:
		if !s.project.isOnly(named) {
			return nil, 0, false
		}
		in = s.project.definer[named]
	default:
		to, v, ok := s.project.resolve(s.file, syntax.Value{Kind: syntax.Reference, Name: dotted})
		if !ok || v.Kind != syntax.Function {
			return nil, 0, false
		}
		in, named = to, v.Name
	}
	at := in.defined[named]
	if at < 1 || in.Word(at-1) != "def" {
		return nil, 0, false
	}
	return in, in.Tokens[at].Line, true
}

// givenAs says as which of a function's parameters the argument at a token is given; -1:
// it can't be told.
func (s *scope) givenAs(open place, def, at int) int {
	f, params := open.in, s.parameters(def)
	position := s.firstGiven(def, params)
	for i := open.at + 1; i <= at && position < mostGiven; i = f.ExprEnd(i) + 1 {
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

// isDefined reports whether the project has a function of a name.
func (p *nameProject) isDefined(name string) bool {
	p.namesOf(name)
	return p.defined[name] > 0
}
