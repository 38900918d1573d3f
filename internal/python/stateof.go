package python

import (
	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// stateOf is a function that returns the state of what it is given, and whose state that is.
type stateOf struct{ is, inRun, passed bool }

// ofResult reads what is done with the state that a function of the project returns, whose arguments
// begin at a bracket; false: it returns something else.
func (r *reader) ofResult(open int) bool {
	if r.Word(open-2) == "def" || r.Word(r.Tokens[open].Line) == "class" {
		return false
	}
	in, def, ok := r.Callee(open)
	if !ok {
		return false
	}
	of := r.project.givesState(r.project.Scope(in), def)
	if of.is {
		r.result(r.StartOf(open-1), r.Closing(open), alias{inRun: of.inRun, passed: of.passed})
	}
	return of.is
}

// result reads what is done with a state that an expression makes, from a token to another.
func (r *reader) result(first, last int, of alias) {
	if r.gives(first, last+1, of) {
		return
	}
	if around := r.Opens[first]; around == first-1 && r.Word(around) == "(" && r.Word(last+1) == "or" && r.Closing(around) == last+4 {
		last += 4 // (getattr(context, "state", None) or {})
	}
	switch {
	case r.Word(last+1) == "." && r.Word(last+3) == "(":
		r.method(last + 2)
	case r.Word(last+1) == "[":
		r.subscript(last + 1)
	default:
		t := r.Tokens[first]
		r.project.found.Whole = append(r.project.found.Whole, Unread{Path: r.Path, Start: t.Start, End: t.End, What: "state", Reads: true, Writes: true})
	}
}

// givesState says whether the function whose line begins at a token returns the state of one of its
// parameters, or an empty dict where there is none, and is only ever called.
func (p *project) givesState(s *names.Scope, def int) stateOf {
	id := names.Place{In: s.File, At: def}
	if of, known := p.ofStates[id]; known {
		return of
	}
	p.ofStates[id] = stateOf{}
	if of, ok := p.returnsState(s, def); ok && !s.IsDecorated(def) && isCalled(s, def) {
		p.ofStates[id] = of
	}
	return p.ofStates[id]
}

func (p *project) returnsState(s *names.Scope, def int) (of stateOf, ok bool) {
	list, all := s.Returns(def)
	for _, l := range list {
		one, ok := p.asState(s, l.Value, def, 0)
		if !ok {
			return of, false
		}
		if one.is {
			of = one
		}
	}
	return of, all && of.is
}

// asState says whether an expression in a function is the state of a parameter; false: it is
// something else than that or an empty dict.
func (p *project) asState(s *names.Scope, v syntax.Value, def, deep int) (of stateOf, ok bool) {
	if s.Words(v) == "{}" || v.Kind == syntax.None {
		return of, true
	}
	if end := v.End - 3; end > v.First && s.Word(end) == "or" && s.Word(end+1) == "{" && s.Word(end+2) == "}" {
		v = s.Part(v.First, end)
	}
	r := &recognizer{Scope: s, project: p}
	switch owner, next := s.Dotted(v.First); {
	case owner == "getattr" && s.Word(next) == "(" && s.Closing(next)+1 == v.End:
		inner, ok := fetchedOf(s, next)
		if !ok || inner.Kind != syntax.Reference || !s.IsParameter(def, s.Word(inner.First)) {
			return of, false
		}
		return stateOf{true, false, s.Word(inner.End-1) == "session"}, true
	case v.Kind != syntax.Reference:
		return of, false
	case s.Word(v.End-2) == ".":
		last := v.End - 1
		return stateOf{true, r.isInRun(last), r.isPassed(last)}, s.IsParameter(def, s.Word(v.First)) && s.Word(last) == "state" && adk.IsOwner(s.Word(last-2)) && !s.Others[s.Word(last-2)]
	}
	given, ok := s.GivenIn(v.Name, def)
	for _, g := range given {
		one, is := p.asState(s, g, def, deep+1)
		if ok = ok && is && g.End > 0 && deep < names.MostCalls && len(given) <= names.MostWays && g.End < v.First; !ok {
			return of, false
		}
		if one.is {
			of = one
		}
	}
	return of, ok
}

// isCalled reports whether a function is called, and nothing else is done with it, where its name is seen.
func isCalled(s *names.Scope, def int) bool {
	name, calls := s.Word(s.NameOf(def)), 0
	for _, at := range s.Project.NamesOf(name) {
		switch _, is := s.CallAt(at, def); is {
		case names.Called:
			calls++
		case names.HandedOn:
			return false
		}
	}
	return calls > 0 && s.Defined[name] == s.NameOf(def)
}

// isHelped reports whether the state at a token is what a function returns that gives states to
// its callers.
func (r *recognizer) isHelped(i int) bool {
	line := r.Tokens[i].Line
	def := r.Around(i).Def
	return r.Word(line) == "return" && def >= 0 && r.project.givesState(r.Scope, def).is
}
