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
func (s *scope) service(e *syntax.Expr) certainty {
	to := s.resolve(e)
	switch {
	case to.expr == nil || to.expr.Kind != syntax.Call:
		return s.serviceByName(e)
	case strings.HasSuffix(to.in.ofADK(to.expr.X), "SessionService"):
		return known
	}
	return unlikely
}

func (s *scope) serviceByName(e *syntax.Expr) certainty {
	if e.Kind == syntax.Name {
		in, list := s.bindings(e.Name)
		if len(list) == 1 && list[0].parameter != nil && list[0].parameter.Annotation != nil {
			switch class := in.annotated(list[0].parameter); {
			case strings.HasSuffix(class, "SessionService") && !strings.Contains(class, "."):
				return known
			case class != "":
				return unlikely
			}
		}
	}
	if strings.HasSuffix("_"+e.Last(), "_session_service") {
		return presumed
	}
	return unlikely
}

// isADKs reports whether an expression is a session service of ADK, as far as the project's files show: it may have
// its name where the project has no services of its own.
func (s *scope) isADKs(e *syntax.Expr) bool {
	hasOwn := s.project.methods["create_session"] || s.project.methods["get_session"]
	of := s.service(e)
	return of == known || of == presumed && !hasOwn
}

// givesSession reports whether an expression is a session that a service returns.
func (s *scope) givesSession(e *syntax.Expr) bool {
	method := strings.TrimSuffix(s.serviceCall(e), "_sync")
	return method == "get_session" || method == "create_session"
}

// waited is the call that an expression waits for, or is.
func waited(e *syntax.Expr) *syntax.Expr {
	for e != nil {
		switch {
		case e.Kind == syntax.Await:
			e = e.X
		case e.Kind == syntax.Call && len(e.Items) == 1 && (e.X.Last() == "run" || e.X.Last() == "run_until_complete"):
			e = e.Items[0]
		default:
			return e
		}
	}
	return nil
}

// serviceCall is the method of a session service that an expression calls; empty: none.
func (s *scope) serviceCall(e *syntax.Expr) string {
	call := waited(e)
	if call == nil || call.Kind != syntax.Call || call.X.Kind != syntax.Attribute {
		return ""
	}
	method := call.X.Name
	mayBe := ofServices[method] || strings.Contains(method, "session") || strings.Contains(method, "state")
	if !mayBe || s.service(call.X.X) == unlikely {
		return ""
	}
	return method
}
