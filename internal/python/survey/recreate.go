package survey

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// recreates notes service.create_session(…), whose name is at a token, with the id of a session
// that the function has got from the service, and a copy of its state: that is no update.
func (r *checker) recreates(method int) {
	owner, ok := r.OwnerOf(method)
	id, hasID := r.Keyword(method+1, "session_id")
	state, hasState := r.Keyword(method+1, "state")
	if !ok || !hasID || !hasState || id.Kind != syntax.Reference || r.Around(method).Def < 0 {
		return
	}
	session, ok := copied(r.Scope, state)
	if !ok {
		return
	}
	got, ok := r.Local(session)
	if !ok {
		return
	}
	get, ok := gets(r.Scope, got, owner)
	if !ok || !isSameSession(r.Scope, get+1, method+1) || isDropped(r.Scope, get, id) {
		return
	}
	if sure, isService := r.project.IsSessionService(r.Scope, owner, "create_session"); isService {
		r.misuse(CreatedAgain, id.First, id.End-1, "", sure)
		m := &r.project.survey.Misuses[len(r.project.survey.Misuses)-1]
		m.There = [2]int{r.Tokens[get].Start, r.Tokens[get].End}
	}
}

// copied is the session whose state an expression is, or is a copy of.
func copied(s *names.Scope, state syntax.Value) (session syntax.Value, ok bool) {
	if local, isLocal := s.Local(state); isLocal {
		state = local
	}
	first := state.First
	for s.Word(first) == "{" || s.Word(first) == "**" || s.Word(first+1) == "(" || s.Word(first+1) == "." && s.Word(first+3) == "(" {
		switch word := s.Word(first); {
		case word == "{" && s.Word(first+1) == "**", word == "**":
			first++
		case word == "dict":
			first += 2
		case word == "copy":
			first += 4
		default:
			return syntax.Value{}, false
		}
	}
	dotted, end := s.Dotted(first)
	name, _ := strings.CutSuffix(dotted, ".copy")
	if name != dotted && s.Word(end) == "(" {
		end = s.Closing(end) + 1
	}
	name, ok = strings.CutSuffix(name, ".state")
	whole := end == state.End || s.Opens[first] >= state.First && (s.Word(end) == "," || s.Word(end) == ")" || s.Word(end) == "}")
	return syntax.Value{Kind: syntax.Reference, Name: name, First: first, End: first + 1}, ok && whole && !strings.Contains(name, ".")
}

// gets is the name of the method in owner.get_session(…).
func gets(s *names.Scope, v, owner syntax.Value) (method int, ok bool) {
	if s.Word(v.First) == "await" {
		v.First++
	}
	dotted, open, isCall := s.CallOf(v)
	return open - 1, isCall && dotted == owner.Name+".get_session"
}

// isSameSession reports whether two calls name one session.
func isSameSession(s *names.Scope, get, create int) bool {
	for _, name := range []string{"session_id", "user_id", "app_name"} {
		a, inFirst := s.Keyword(get, name)
		b, inSecond := s.Keyword(create, name)
		if inFirst != inSecond || s.Words(a) != s.Words(b) {
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
func isDropped(s *names.Scope, get int, id syntax.Value) bool {
	return s.InBody(s.Around(get).Def, func(i int) bool {
		return drops(s.Word(i)) ||
			i > get && s.Tokens[i].Line == i && strings.HasPrefix(id.Name+".", s.Word(i)+".") && s.Word(i+1) == "="
	})
}
