package python

// stateOf is a function that returns the state of what it is given, and whose state that is.
type stateOf struct{ is, inRun, passed bool }

// ofResult reads what is done with the state that a function of the project returns, whose arguments
// begin at a bracket; false: it returns something else.
func (r *reader) ofResult(open int) bool {
	if r.word(open-2) == "def" || r.word(r.tokens[open].line) == "class" {
		return false
	}
	in, def, ok := r.callee(open)
	if !ok {
		return false
	}
	of := (&scope{in, r.project}).givesState(def)
	if of.is {
		first := open - 1
		for r.word(first-1) == "." {
			first -= 2
		}
		r.result(first, r.closing(open), alias{inRun: of.inRun, passed: of.passed})
	}
	return of.is
}

// result reads what is done with a state that an expression makes, from a token to another.
func (r *reader) result(first, last int, of alias) {
	if line, ok := r.aliasAt(first, last+1); ok {
		of.end = r.blockEnd(line)
		r.aliases[r.word(line)] = of
		return
	}
	if around := r.opens[first]; around == first-1 && r.word(around) == "(" && r.word(last+1) == "or" && r.closing(around) == last+4 {
		last += 4 // (getattr(context, "state", None) or {})
	}
	switch {
	case r.word(last+1) == "." && r.word(last+3) == "(":
		r.method(last + 2)
	case r.word(last+1) == "[":
		r.subscript(last + 1)
	default:
		t := r.tokens[first]
		r.project.found.Whole = append(r.project.found.Whole, Unread{Path: r.path, Start: t.start, End: t.end, What: "state", Reads: true, Writes: true})
	}
}

// givesState says whether the function whose line begins at a token returns the state of one of its
// parameters, or an empty dict where there is none, and is only ever called.
func (s *scope) givesState(def int) stateOf {
	id := place{s.file, def}
	if of, known := s.project.ofStates[id]; known {
		return of
	}
	s.project.ofStates[id] = stateOf{}
	if of, ok := s.returnsState(def); ok && !s.isDecorated(def) && s.isCalled(def) {
		s.project.ofStates[id] = of
	}
	return s.project.ofStates[id]
}

func (s *scope) returnsState(def int) (of stateOf, ok bool) {
	list, all := s.returns(def)
	for _, l := range list {
		one, ok := s.asState(l.value, def, 0)
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
func (s *scope) asState(v value, def, deep int) (of stateOf, ok bool) {
	if s.words(v) == "{}" || v.kind == none {
		return of, true
	}
	if end := v.end - 3; end > v.first && s.word(end) == "or" && s.word(end+1) == "{" && s.word(end+2) == "}" {
		v = s.part(v.first, end)
	}
	r := &reader{scope: s}
	switch owner, next := s.dotted(v.first); {
	case owner == "getattr" && s.word(next) == "(" && s.closing(next)+1 == v.end:
		attribute := s.value(next+1).end + 1
		inner := s.value(next + 1)
		if l := s.value(attribute); inner.kind != reference || l.textOr("") != "state" || !s.isParameter(def, s.word(inner.first)) || !isOwner(s.word(inner.end-1)) {
			return of, false
		}
		return stateOf{true, false, s.word(inner.end-1) == "session"}, true
	case v.kind != reference:
		return of, false
	case s.word(v.end-2) == ".":
		last := v.end - 1
		return stateOf{true, r.isInRun(last), r.isPassed(last)}, s.isParameter(def, s.word(v.first)) && s.word(last) == "state" && isOwner(s.word(last-2)) && !s.others[s.word(last-2)]
	}
	given, ok := s.givenIn(v.name, def)
	for _, g := range given {
		one, is := s.asState(g, def, deep+1)
		if ok = ok && is && g.end > 0 && deep < mostCalls && len(given) <= mostWays && g.end < v.first; !ok {
			return of, false
		}
		if one.is {
			of = one
		}
	}
	return of, ok
}

// isCalled reports whether a function is called, and nothing else is done with it, where its name is seen.
func (s *scope) isCalled(def int) bool {
	name, calls := s.word(s.nameOf(def)), 0
	for _, at := range s.project.namesOf(name) {
		switch _, is := s.callAt(at, def); is {
		case called:
			calls++
		case handedOn:
			return false
		}
	}
	return calls > 0 && s.defined[name] == s.nameOf(def)
}

// isHelped reports whether the state at a token is what a function returns that gives states to
// its callers.
func (r *reader) isHelped(i int) bool {
	line := r.tokens[i].line
	def := r.around(i).def
	return r.word(line) == "return" && def >= 0 && r.givesState(def).is
}
