package adk

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// ofServices are methods of session services, which are coroutines since ADK 1.0.
var ofServices = map[string]bool{"create_session": true, "get_session": true, "append_event": true, "delete_session": true, "list_sessions": true}

// InOwnService reports whether a token is in a class that is derived from ADK's BaseSessionService: a session
// service of the project's own.
func InOwnService(s *names.Scope, i int) bool {
	class := s.ClassAround(i)
	return class >= 0 && s.Derives(class, func(base string) bool { return base == "BaseSessionService" && names.IsADK(s.Imports[base].Module) })
}

// isServiceName reports whether a dotted name is one that session services have.
func isServiceName(name string) bool { return strings.HasSuffix(name, "session_service") }

// mostOwners is how many names a session service is followed through.
const mostOwners = 8

// IsService reports whether an expression is a session service of ADK, and whether that is known.
func (p *Project) IsService(s *names.Scope, v syntax.Value, deep int) (is, known bool) {
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

func (p *Project) findService(s *names.Scope, v syntax.Value, deep int) (is, known bool) {
	if runner, ok := strings.CutSuffix(v.Name, ".session_service"); ok && runner != "self" {
		return p.IsService(s, syntax.Value{Kind: syntax.Reference, Name: runner, First: v.First, End: v.End}, deep+1)
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
			is, known = p.IsService(there, g.Value, deep+1)
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
		if g.End > 0 && len(list) < names.MostGiven {
			list = append(list, names.Expression{In: s.File, Value: g})
		}
	}
	return list
}

// makesService reports whether an expression calls a class of ADK whose name says that it is a
// session service, or has one: a runner.
func makesService(s *names.Scope, v syntax.Value) bool {
	class, _ := Makes(s, v)
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
	if class, open := Makes(s, v); class == "Runner" {
		return s.Keyword(open, "session_service")
	}
	return syntax.Value{}, false
}

// Makes is the class of ADK that an expression calls, and where its arguments begin; none if it
// doesn't.
func Makes(s *names.Scope, v syntax.Value) (class string, open int) {
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

// IsSessionService reports whether an expression is a session service, by its name if nothing else
// is known, and whether that is sure. One of the project's own may have any method.
func (p *Project) IsSessionService(s *names.Scope, owner syntax.Value, method string) (sure, is bool) {
	sure, known := p.IsService(s, owner, 0)
	return sure, sure || !known && isServiceName(owner.Name) && !s.Project.IsDefined(method)
}

// IsServiceMethod reports whether a method is one of session services.
func IsServiceMethod(name string) bool { return ofServices[name] }
