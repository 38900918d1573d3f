package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// certainty says whether an expression is a session service of ADK.
type certainty uint8

const (
	unlikely certainty = iota
	presumed           // by its name
	known
)

// ofServices are the methods of session services, which are coroutines since ADK 1.0.
var ofServices = map[string]bool{
	"create_session": true, "get_session": true, "append_event": true, "delete_session": true, "list_sessions": true,
}

// service says whether an expression is a session service.
func (s *scope) service(e syntax.Expr) certainty {
	to := s.resolve(e)
	if callee, _ := to.expr.Call(); callee != nil {
		if strings.HasSuffix(to.in.ofADK(callee), "SessionService") {
			return known
		}
		return unlikely
	}
	if in, list := s.bindings(e.Name()); len(list) == 1 {
		switch class, isKnown := in.annotated(list[0].annotation); {
		case strings.HasSuffix(class, "SessionService"):
			return known
		case isKnown:
			return unlikely
		}
	}
	if strings.HasSuffix("_"+e.Last(), "_session_service") {
		return presumed
	}
	return unlikely
}

// isADKs reports whether a session service is one of ADK, as far as the project's files show: it may have its name
// where the project has no services of its own.
func (s *scope) isADKs(service syntax.Expr) bool {
	hasOwn := s.project.methods["create_session"] || s.project.methods["get_session"]
	is := s.service(service)
	return is == known || is == presumed && !hasOwn
}

// waited is the call that an expression waits for, or is.
func waited(e syntax.Expr) syntax.Expr {
	for {
		e = e.Bare()
		callee, arguments := e.Call()
		switch name := callee.Last(); {
		case e.Begins("await"):
			e = e[1:]
		case len(arguments) == 1 && isRun(name):
			e = arguments[0]
		default:
			return e
		}
	}
}

// isRun reports whether a function of a name runs a coroutine.
func isRun(name string) bool { return name == "run" || name == "run_until_complete" }

// ofService is the session service that has a method, and the method's name; empty: it is of something else.
func (s *scope) ofService(callee syntax.Expr) (service syntax.Expr, method string) {
	of, method := callee.Attribute()
	mayBe := ofServices[method] || strings.Contains(method, "session") || strings.Contains(method, "state")
	if !mayBe || s.service(of) == unlikely {
		return nil, ""
	}
	return of, method
}
