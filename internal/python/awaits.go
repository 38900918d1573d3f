package python

import (
	"strings"

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

// ofServices are methods of session services, which are coroutines since ADK 1.0.
var ofServices = map[string]bool{"create_session": true, "get_session": true, "append_event": true, "delete_session": true, "list_sessions": true}

// unawaited notes the call of a service's method whose name is at a token, if it is a statement
// of its own or what a name is assigned to.
func (r *reader) unawaited(method int) {
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
	sure, isService := r.project.isSessionService(r.Scope, owner, r.Word(method))
	if !isService {
		return
	}
	sure = sure && !r.isTriedBoth(method)
	r.project.survey.Unawaited = append(r.project.survey.Unawaited, Unawaited{
		Path: r.Path, Start: r.Tokens[method].Start, End: r.Tokens[method].End, Method: r.Word(method), Used: used, Sure: sure, Awaited: awaitsSessions(r.File),
	})
}

// awaits notes that the file waits for a method.
func (r *reader) awaits(owner syntax.Value, method string) {
	if sure, _ := r.project.isSessionService(r.Scope, owner, method); sure {
		r.project.survey.Awaited = append(r.project.survey.Awaited, Awaited{r.Path, method})
	}
}

// isServiceName reports whether a dotted name is one that session services have.
func isServiceName(name string) bool { return strings.HasSuffix(name, "session_service") }

// usedAsSession is the offset of the first attribute of a session that is asked of a name, which
// a line assigns, in its function; -1: there is none. Something may wait for it before.
func (r *reader) usedAsSession(line, shut int) (used int, waited bool) {
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

// mostOwners is how many names a session service is followed through.
const mostOwners = 8

// isService reports whether an expression is a session service of ADK, and whether that is known.
func (p *project) isService(s *names.Scope, v syntax.Value, deep int) (is, known bool) {
	id := names.ParameterOf{In: s.File, Def: s.Around(v.First).Def, Name: v.Name}
	if of, ok := p.services[id]; ok || deep > mostOwners {
		return of.is, of.known
	}
	p.services[id] = service{} // to whom asks on the way: nothing is known
	is, known = p.findService(s, v, deep)
	p.services[id] = service{is, known}
	return is, known
}

// service is whether an expression is a session service of ADK, and whether that is known.
type service struct{ is, known bool }

func (p *project) findService(s *names.Scope, v syntax.Value, deep int) (is, known bool) {
	if runner, ok := strings.CutSuffix(v.Name, ".session_service"); ok && runner != "self" {
		return p.isService(s, syntax.Value{Kind: syntax.Reference, Name: runner, First: v.First, End: v.End}, deep+1)
	}
	given := givenTo(s, v)
	if len(given) == 0 {
		var all bool
		if given, all = s.Arguments(v); !all {
			return false, false
		}
	}
	for _, g := range given {
		there := s.Project.Scope(g.In)
		is, known = makesService(there, g.Value), makesOne(there, g.Value)
		if given, ok := runsWith(there, g.Value); ok {
			g.Value = given
		}
		if !is && g.Value.Kind == syntax.Reference {
			is, known = p.isService(there, g.Value, deep+1)
		}
		if !is {
			return false, known
		}
	}
	return len(given) > 0, known
}

// givenTo are the values that are assigned to a name, or to an attribute of self, in its file.
func givenTo(s *names.Scope, v syntax.Value) (list []names.Expression) {
	if attribute, ok := strings.CutPrefix(v.Name, "self."); ok {
		for i := 0; i+4 < s.Plain; i++ {
			if s.Tokens[i].Line == i && s.Word(i) == "self" && s.Word(i+2) == attribute && s.Word(i+3) == "=" {
				list = append(list, names.Expression{In: s.File, Value: s.Value(i + 4)})
			}
		}
		return list
	}
	if in, to, ok := s.Project.Step(s.File, v.Name); ok && to.Kind != syntax.Function {
		return []names.Expression{{In: in, Value: to}}
	}
	if def := s.Around(v.First).Def; def >= 0 && s.IsParameter(def, v.Name) {
		return nil
	}
	for _, g := range s.Assigns[v.Name] {
		if g.End > 0 && len(list) < mostGiven {
			list = append(list, names.Expression{In: s.File, Value: g})
		}
	}
	return list
}

// makesService reports whether an expression calls a class of ADK whose name says that it is a
// session service, or has one: a runner.
func makesService(s *names.Scope, v syntax.Value) bool {
	class, _ := makes(s, v)
	return strings.HasSuffix(class, "SessionService") || class == "InMemoryRunner"
}

// makesOne reports whether an expression calls a class, by its name.
func makesOne(s *names.Scope, v syntax.Value) bool {
	dotted, _, isCall := s.CallOf(v)
	class := dotted[strings.LastIndexByte(dotted, '.')+1:]
	return isCall && class != "" && strings.ToLower(class[:1]) != class[:1]
}

// runsWith is the session service that an expression gives to a runner of ADK, which it makes.
func runsWith(s *names.Scope, v syntax.Value) (service syntax.Value, ok bool) {
	if class, open := makes(s, v); class == "Runner" {
		return s.Keyword(open, "session_service")
	}
	return syntax.Value{}, false
}

// makes is the class of ADK that an expression calls, and where its arguments begin; none if it
// doesn't.
func makes(s *names.Scope, v syntax.Value) (class string, open int) {
	if v.First >= len(s.Tokens) || s.Tokens[v.First].Kind != syntax.Name {
		return "", 0
	}
	dotted, open, isCall := s.CallOf(v)
	first, _, isDotted := strings.Cut(dotted, ".")
	from := s.Imports[first]
	if !isCall || from.Level != 0 || !names.IsADK(from.Module) && from.Module != "google" {
		return "", 0
	}
	if !isDotted {
		return from.Name, open
	}
	return dotted[strings.LastIndexByte(dotted, '.')+1:], open
}

// awaitsSessions reports whether the file waits for calls of such methods somewhere.
func awaitsSessions(f *names.File) bool {
	for i := range f.Tokens {
		if f.Word(i) == "await" {
			if _, next := f.Dotted(i + 1); f.Word(next) == "(" && ofServices[f.Word(next-1)] {
				return true
			}
		}
	}
	return false
}
