package survey

import (
	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Unawaited is a call of a session service of ADK for which nothing waits, so that it never
// runs.
type Unawaited struct {
	Path       string
	Start, End int // of the method's name
	Method     string
	// Used is where the result is used as if it were a session; -1: it isn't.
	Used int
	// Sure is whether the service is ADK's, as far as these files show.
	Sure bool
	// Awaited is whether this file waits for such calls elsewhere.
	Awaited bool
}

// Awaited is a method of ADK's session services for which a file waits.
type Awaited struct{ Path, Method string }

// unawaited notes the call of a service's method whose name is at a token, if it is a statement
// of its own or what a name is assigned to.
func (r *checker) unawaited(method int) {
	owner, ok := r.OwnerOf(method)
	if !ok || !r.project.Search(3*len(r.Tokens)) {
		return
	}
	first := owner.First
	if r.Word(first-1) == "await" {
		r.awaits(owner, r.Word(method))
		return
	}
	line, shut := r.Tokens[method].Line, r.Closing(method+1)
	if method >= r.Plain || r.Opens[first] >= 0 || r.Word(shut+1) != "" {
		return
	}
	used := -1
	if first != line {
		if r.Word(line+1) != "=" || first != line+2 {
			return
		}
		var waited bool
		if used, waited = r.usedAsSession(line, shut); waited || used < 0 && r.Word(method) != "create_session" {
			return
		}
	}
	sure, isService := r.project.IsSessionService(r.Scope, owner, r.Word(method))
	if !isService {
		return
	}
	sure = sure && !r.isTriedBoth(method)
	r.project.survey.Unawaited = append(r.project.survey.Unawaited, Unawaited{
		Path: r.Path, Start: r.Tokens[method].Start, End: r.Tokens[method].End, Method: r.Word(method), Used: used, Sure: sure, Awaited: awaitsSessions(r.File),
	})
}

// awaits notes that the file waits for a method.
func (r *checker) awaits(owner syntax.Value, method string) {
	if sure, _ := r.project.IsSessionService(r.Scope, owner, method); sure {
		r.project.survey.Awaited = append(r.project.survey.Awaited, Awaited{r.Path, method})
	}
}

// usedAsSession is the offset of the first attribute of a session that is asked of a name, which
// a line assigns, in its function; -1: there is none. Something may wait for it before.
func (r *checker) usedAsSession(line, shut int) (used int, waited bool) {
	name, def := r.Word(line), r.Around(line).Def
	used = -1
	r.Each(shut+1, r.Plain, func(i int) bool {
		in := r.Around(i).Def
		switch {
		case in != def && def >= 0 && r.Tokens[i].Indent <= r.Tokens[def].Indent:
			return false
		case in != def || r.Word(i) != name || r.Word(i-1) == ".":
			return true
		case r.Word(i+1) == "." && ofSessions[r.Word(i+2)]:
			used = r.Tokens[i].Start
			return false
		}
		waited = waited || mayWait(r.Scope, i) || r.Tokens[i].Line == i && r.Word(i+1) == "=" && takesPart(r.Scope, name, r.Value(i+2))
		return !waited && !(r.Tokens[i].Line == i && r.Word(i+1) == "=")
	})
	return used, waited
}

// ofSessions are the attributes of a session, and of a list of them.
var ofSessions = map[string]bool{"id": true, "state": true, "events": true, "user_id": true, "app_name": true, "sessions": true}

// mayWait reports whether something may wait for what the name at a token stands for.
func mayWait(s *names.Scope, i int) bool {
	if s.Word(i+1) == "." {
		return s.Word(i-1) == "await"
	}
	switch s.Word(i - 1) {
	case "await", "return", "yield", "=":
		return true
	}
	open := s.Opens[i]
	return open >= 0 && (s.Word(open) != "(" || !names.OnlyReads(s.Word(open-1)))
}

// awaitsSessions reports whether the file waits for calls of such methods somewhere.
func awaitsSessions(f *names.File) bool {
	for i := range f.Tokens {
		if f.Word(i) == "await" {
			if _, next := f.Dotted(i + 1); f.Word(next) == "(" && adk.IsServiceMethod(f.Word(next-1)) {
				return true
			}
		}
	}
	return false
}
