package adk

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// IsReturned reports whether the state at a token is that of a variable which only gets
// sessions that a service returns, in its function, or else in its file.
func (p *Project) IsReturned(s *names.Scope, state int) bool {
	owner := s.Word(state - 2)
	if s.Word(state) != "state" || s.Word(state-1) != "." || s.Word(state-3) == "." || len(s.Assigns[owner]) > names.MostGiven {
		return false
	}
	given := s.Reaching(owner, state)
	return len(given) > 0 && !slices.ContainsFunc(given, func(v syntax.Value) bool { return p.AsksFor(s, v) == nil }) && !p.isSaved(s.File, owner, s.Around(state).Def)
}

// isSaved reports whether a name is given to a function that may store it, such as
// service.update_session(session), or run with it, in a function, or anywhere if that is none.
func (p *Project) isSaved(f *names.File, want string, def int) bool {
	u := p.usesIn(f)
	if u.saved == nil {
		u.saved = savedIn(f)
	}
	return u.saved[saved{want, def}]
}

// saved is a name in a function; -1: in any.
type saved struct {
	name string
	def  int
}

// savedIn are the names that a file gives to such functions.
func savedIn(f *names.File) map[saved]bool {
	list := map[saved]bool{}
	for i, t := range f.Tokens {
		open := f.Opens[i]
		if t.Kind != syntax.Name || open < 1 || f.Word(i-1) == "." || f.Word(open-2) == "def" || !givesToStore(f, i, open) {
			continue
		}
		list[saved{f.Word(i), f.Around(i).Def}] = true
		list[saved{f.Word(i), -1}] = true
	}
	return list
}

// givesToStore reports whether the name at a token, which is in brackets, is given to a function
// that may store it or run with it; or its whole state is, in a text or a dict that is.
func givesToStore(f *names.File, i, open int) bool {
	callee := strings.ToLower(f.Word(open - 1))
	if f.Word(open) == "(" && (mayStore(callee) || strings.HasPrefix(callee, "run") && f.Word(i+1) != "." && f.Word(i+1) != "=") {
		return true
	}
	if f.Word(i+1) != "." || f.Word(i+2) != "state" || !strings.Contains(",)}", f.Word(i+3)) {
		return false
	}
	for at := max(f.Tokens[i].Line, i-names.MostMerged); at < i; at++ {
		if f.Word(at) == "state_delta" && f.Word(at+1) == "=" {
			return true
		}
	}
	for n := 0; n < names.MostBrackets && open > 0; n++ {
		if callee := strings.ToLower(f.Word(open - 1)); f.Word(open) == "(" && (mayStore(callee) || callee == "dumps" || callee == "set") {
			return true
		}
		open = f.Opens[open]
	}
	return false
}

// mayStore reports whether a function may store what it is given, by its name.
func mayStore(callee string) bool {
	return slices.ContainsFunc([]string{"update", "save", "store", "persist", "put", "upsert", "write"}, func(word string) bool {
		return strings.Contains(callee, word)
	})
}

// AsksFor is where services are asked for the session that an expression stands for, by itself or in
// the function that it calls; nil: it may be something else.
func (p *Project) AsksFor(s *names.Scope, v syntax.Value) []names.Place {
	if method := asksForSession(s.File, v); method > 0 {
		return []names.Place{{In: s.File, At: method}}
	}
	if s.Word(v.First) == "await" {
		v.First++
	}
	in, def, ok := s.FunctionOf(v)
	if !ok {
		return nil
	}
	return p.sessionsOf(in, def)
}

// sessionsOf is where services are asked for the sessions that a function returns, and which it gives
// to nothing else; nil: it may return something else.
func (p *Project) sessionsOf(in *names.File, def int) (list []names.Place) {
	id := names.Place{In: in, At: def}
	if known, ok := p.sessions[id]; ok {
		return known
	}
	returned, all := in.Returns(def)
	for _, r := range returned {
		asked := p.sessionsIn(in, r.Value, def)
		all = all && (asked != nil || r.Value.Kind == syntax.None)
		list = append(list, asked...)
	}
	if !all {
		list = nil
	}
	p.sessions[id] = list
	return list
}

// sessionsIn is where services are asked for the session that a function returns by an expression:
// that, or what a variable of its own has.
func (p *Project) sessionsIn(f *names.File, returned syntax.Value, def int) (list []names.Place) {
	given := []syntax.Value{returned}
	if returned.Kind == syntax.Reference {
		given, _ = f.GivenIn(returned.Name, def)
		if slices.ContainsFunc(p.HandedOn(f, returned.Name), func(i int) bool { return f.Word(i-1) != "return" && f.Around(i).Def == def }) {
			return nil
		}
	}
	for _, v := range given {
		method := asksForSession(f, v)
		if method == 0 {
			return nil
		}
		list = append(list, names.Place{In: f, At: method})
	}
	return list
}

// asksForSession is where the method's name is in x.get_session(…) or x.create_session(…), waited
// for by await or by asyncio.run(…); 0: an expression is none of these.
func asksForSession(f *names.File, v syntax.Value) int {
	i, end := v.First, v.End
	if f.Word(i) == "await" {
		i++
	}
	_, next := f.Dotted(i)
	if method := f.Word(next - 1); (method == "run" || method == "run_until_complete") && f.Word(next) == "(" && f.Closing(next)+1 == end {
		end--
		_, next = f.Dotted(next + 1)
	}
	method := f.Word(next - 1)
	if method != "get_session" && method != "create_session" || f.Word(next-2) != "." || f.Word(next) != "(" || f.Closing(next)+1 != end {
		return 0
	}
	return next - 1
}

// IsOwner reports whether a name is that of a context or a session.
func IsOwner(word string) bool {
	return IsContext(word) || strings.Contains(strings.ToLower(word), "session")
}

// IsContext reports whether a name is that of a context.
func IsContext(word string) bool {
	word = strings.ToLower(word)
	return strings.Contains(word, "context") || word == "ctx"
}

// UsedBy reports whether a file's states are ADK's: it imports it, or names one
// of its contexts, or a session service.
func UsedBy(f *names.File) bool {
	return f.ADK || slices.ContainsFunc([]string{"tool_context", "callback_context", "session_service"}, func(s string) bool { return strings.Contains(f.Text, s) })
}
