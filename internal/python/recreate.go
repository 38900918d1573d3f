package python

import (
	"slices"
	"strings"
)

// recreates notes service.create_session(…), whose name is at a token, with the id of a session
// that the function has got from the service, and a copy of its state: that is no update.
func (r *reader) recreates(method int) {
	owner, ok := r.ownerOf(method)
	id, hasID := r.argumentOf(method+1, "session_id")
	state, hasState := r.argumentOf(method+1, "state")
	if !ok || !hasID || !hasState || id.kind != reference || r.around(method).def < 0 {
		return
	}
	session, ok := r.copied(state)
	if !ok {
		return
	}
	got, ok := r.local(session)
	if !ok {
		return
	}
	get, ok := r.gets(got, owner)
	if !ok || !r.isSameSession(get+1, method+1) || r.isDropped(get, id) {
		return
	}
	if sure, isService := r.isSessionService(owner, "create_session"); isService {
		r.misuse(CreatedAgain, id.first, id.end-1, "", sure)
		m := &r.project.survey.Misuses[len(r.project.survey.Misuses)-1]
		m.There = [2]int{r.tokens[get].start, r.tokens[get].end}
	}
}

// copied is the session whose state an expression is, or is a copy of.
func (s *scope) copied(state value) (session value, ok bool) {
	if local, isLocal := s.local(state); isLocal {
		state = local
	}
	first := state.first
	for s.word(first) == "{" || s.word(first) == "**" || s.word(first+1) == "(" || s.word(first+1) == "." && s.word(first+3) == "(" {
		switch word := s.word(first); {
		case word == "{" && s.word(first+1) == "**", word == "**":
			first++
		case word == "dict":
			first += 2
		case word == "copy":
			first += 4
		default:
			return value{}, false
		}
	}
	dotted, end := s.dotted(first)
	name, _ := strings.CutSuffix(dotted, ".copy")
	if name != dotted && s.word(end) == "(" {
		end = s.closing(end) + 1
	}
	name, ok = strings.CutSuffix(name, ".state")
	whole := end == state.end || s.opens[first] >= state.first && (s.word(end) == "," || s.word(end) == ")" || s.word(end) == "}")
	return value{kind: reference, name: name, first: first, end: first + 1}, ok && whole && !strings.Contains(name, ".")
}

// gets is the name of the method in owner.get_session(…).
func (s *scope) gets(v, owner value) (method int, ok bool) {
	if s.word(v.first) == "await" {
		v.first++
	}
	dotted, open, isCall := s.callOf(v)
	return open - 1, isCall && dotted == owner.name+".get_session"
}

// isSameSession reports whether two calls name one session.
func (s *scope) isSameSession(get, create int) bool {
	for _, name := range []string{"session_id", "user_id", "app_name"} {
		a, inFirst := s.argumentOf(get, name)
		b, inSecond := s.argumentOf(create, name)
		if inFirst != inSecond || s.words(a) != s.words(b) {
			return false
		}
	}
	return true
}

// drops reports whether a function may delete a session, by its name.
func drops(word string) bool {
	return slices.ContainsFunc([]string{"delete", "remove", "drop", "purge", "clear", "reset"}, func(verb string) bool { return strings.Contains(word, verb) })
}

// isDropped reports whether the function around a call may delete sessions, or sets the id anew
// after the call.
func (s *scope) isDropped(get int, id value) bool {
	return s.inBody(s.around(get).def, func(i int) bool {
		return drops(s.word(i)) ||
			i > get && s.tokens[i].line == i && strings.HasPrefix(id.name+".", s.word(i)+".") && s.word(i+1) == "="
	})
}
