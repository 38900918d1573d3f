package python

import (
	"slices"
	"strings"
)

// isInRun reports whether a state is that of the session of a run: ADK stores what is set
// through a context, and a session knows none.
func (r *reader) isInRun(state int) bool {
	if r.word(state-1) != "." {
		return r.aliases[r.word(state)].inRun
	}
	owner := strings.ToLower(r.word(state - 4))
	return r.word(state) == "state" && r.word(state-2) == "session" && r.word(state-3) == "." &&
		(strings.Contains(owner, "context") || owner == "ctx")
}

// isReturned reports whether the state at a token is that of a variable which only gets
// sessions that a service returns, in its function, or else in its file.
func (f *file) isReturned(state int) bool {
	owner := f.word(state - 2)
	if f.word(state) != "state" || f.word(state-1) != "." || f.word(state-3) == "." || len(f.assigns[owner]) > mostGiven {
		return false
	}
	given, ok := f.givenIn(owner, f.around(state).def)
	if !ok {
		given = f.assigns[owner]
		ok = !f.bound[owner]
	}
	return ok && len(given) > 0 && !slices.ContainsFunc(given, func(v value) bool { return !f.asksForSession(v) }) && !f.isSaved(owner)
}

// givenIn are the values that a function assigns to a name of its own; false: it has none.
func (f *file) givenIn(want string, def int) (list []value, ok bool) {
	if def < 0 || f.isParameter(def, want) || f.isLooped(want, def) {
		return nil, false
	}
	for _, v := range f.assigns[want] {
		if f.around(v.first).def == def || v.end == 0 {
			list = append(list, v)
		}
	}
	return list, len(list) > 0
}

// isSaved reports whether a name is given to a function that may store it, such as
// service.update_session(session), or run with it.
func (f *file) isSaved(want string) bool {
	if f.saved == nil {
		f.saved = map[string]bool{}
		for i, t := range f.tokens {
			open := f.opens[i]
			if t.kind != name || open < 1 || f.word(open) != "(" || f.word(i-1) == "." {
				continue
			}
			callee := strings.ToLower(f.word(open - 1))
			for _, word := range []string{"update", "save", "store", "persist", "put", "upsert", "write"} {
				f.saved[f.word(i)] = f.saved[f.word(i)] || strings.Contains(callee, word)
			}
			if strings.HasPrefix(callee, "run") && f.word(i+1) != "." && f.word(i+1) != "=" {
				f.saved[f.word(i)] = true
			}
		}
	}
	return f.saved[want]
}

// isKept reports whether the state at a token is that of a session in a service's own memory:
// what is changed there is stored.
func (f *file) isKept(state int) bool {
	owner := f.word(state - 2)
	if f.word(state-1) != "." || f.word(state-3) == "." || len(f.assigns[owner]) > mostGiven {
		return false
	}
	for _, v := range f.assigns[owner] {
		for i := v.first; i < v.end && i < v.first+mostMerged; i++ {
			if f.word(i) == "sessions" && f.word(i+1) == "[" {
				return true
			}
		}
	}
	return false
}

// isPassed reports whether nobody knows where the session is from whose state is at a token.
func (r *reader) isPassed(state int) bool {
	if r.word(state-1) != "." {
		return r.aliases[r.word(state)].passed
	}
	return r.word(state) == "state" && strings.Contains(strings.ToLower(r.word(state-2)), "session") && !r.isInRun(state) && !r.isReturned(state)
}

// asksForSession reports whether an expression is x.get_session(…) or x.create_session(…),
// waited for by await or by asyncio.run(…).
func (s *source) asksForSession(v value) bool {
	i, end := v.first, v.end
	if s.word(i) == "await" {
		i++
	}
	_, next := s.dotted(i)
	if method := s.word(next - 1); (method == "run" || method == "run_until_complete") && s.word(next) == "(" && s.closing(next)+1 == end {
		end--
		_, next = s.dotted(next + 1)
	}
	method := s.word(next - 1)
	return (method == "get_session" || method == "create_session") && s.word(next-2) == "." && s.word(next) == "(" &&
		s.closing(next)+1 == end
}
