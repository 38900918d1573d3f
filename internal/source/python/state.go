package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// holder is what has a state.
type holder uint8

const (
	nothing  holder = iota
	context         // of a tool or a callback: what is set is stored
	other           // likewise, of some other kind
	run             // the session of a run, which an agent gets: what is set is not stored
	returned        // a session that a service returned: a copy
	session         // one of which nobody knows where it is from
	delta           // changes that are handed on, or a new session's state
)

// state is what an expression is the state of, and whether that is sure.
type state struct {
	of   holder
	sure bool
	at   *syntax.Expr // nil: it has none, as a delta that is handed on
}

// contexts are ADK's classes of which parameters are, and what has their state.
var contexts = map[string]holder{
	"ToolContext": context, "CallbackContext": context, "ReadonlyContext": other, "Context": other,
	"InvocationContext": run, "Session": session,
}

// named are the last words of the names of parameters and variables that are such, if nothing else is known.
var named = map[string]holder{"context": other, "ctx": other, "session": session}

// stateOf is what an expression is the state of.
func (s *scope) stateOf(e *syntax.Expr) state {
	of := s.stateIn(e, mostSteps)
	of.at = e
	return of
}

func (s *scope) stateIn(e *syntax.Expr, left int) state {
	switch {
	case e == nil || left == 0:
	case e.Is(syntax.Attribute, "state"):
		of := s.holderOf(e.X, left-1)
		if of.of == run && e.X.Last() != "session" { // an invocation context itself has none
			of.of = other
		}
		return of
	case e.Is(syntax.Attribute, "state_delta"):
		return state{of: delta, sure: true}
	case e.Kind == syntax.Name:
		return s.stateNamed(e, left)
	}
	return state{}
}

func (s *scope) stateNamed(e *syntax.Expr, left int) state {
	in, list := s.bindings(e.Name)
	if in.deltas[e.Name] != 0 {
		return state{of: delta, sure: true}
	}
	return common(list, state{}, func(b binding) state {
		switch {
		case b.value != nil:
			return in.stateIn(b.value, left-1)
		case b.parameter != nil && in.annotated(b.parameter) == "State":
			return state{of: context, sure: true}
		}
		return state{}
	})
}

// common is what all bindings of a name are; mixed: they differ.
func common(list []binding, mixed state, of func(binding) state) (all state) {
	for i, b := range list {
		switch one := of(b); {
		case one.of == nothing:
			return state{}
		case i > 0 && one.of != all.of:
			return mixed
		default:
			all = state{of: one.of, sure: one.sure && (i == 0 || all.sure)}
		}
	}
	return all
}

// holderOf is what an expression is that has a state.
func (s *scope) holderOf(e *syntax.Expr, left int) state {
	switch {
	case e == nil || left == 0:
	case e.Kind == syntax.Name:
		in, list := s.bindings(e.Name)
		return common(list, state{of: session}, func(b binding) state { return in.holderBound(e.Name, b, left) })
	case e.Is(syntax.Attribute, "session"):
		if of := s.holderOf(e.X, left-1); of.of == context || of.of == other || of.of == run {
			return state{of: run, sure: of.sure}
		}
		return state{of: session}
	case e.Kind == syntax.Attribute:
		return byName(e.Name)
	case s.givesSession(e):
		return state{of: returned, sure: s.isADKs(waited(e).X.X)}
	}
	return state{}
}

// byName is what a name says that nothing else is known of.
func byName(name string) state {
	switch name {
	case "tool_context", "callback_context":
		return state{of: context}
	case "invocation_context":
		return state{of: run}
	}
	return state{of: named[name[strings.LastIndexByte(name, '_')+1:]]}
}

func (s *scope) holderBound(name string, b binding, left int) state {
	switch {
	case b.parameter != nil && b.parameter.Annotation != nil:
		class := s.annotated(b.parameter)
		if of := contexts[class]; of != nothing {
			return state{of: of, sure: true}
		}
		if class != "" {
			return state{} // of somebody else
		}
	case b.value != nil:
		if of := s.holderOf(b.value, left-1); of.of != nothing {
			return of
		}
		if b.value.Kind == syntax.None {
			return state{of: returned, sure: true} // until it is asked for
		}
	case b.imported != nil || b.stmt != nil:
		return state{}
	}
	return byName(name)
}

// annotated is the class that a parameter has by its annotation: of ADK, by its last word, or of somebody else, with
// a dot; empty: nobody knows.
func (s *scope) annotated(p *syntax.Parameter) (class string) {
	p.Annotation.Each(func(e *syntax.Expr) bool {
		t := s.resolve(e)
		switch {
		case e.Kind == syntax.String && len(e.Segments) == 1:
			class = lastWord(e.Segments[0].Text)
		case e.Dotted() == "" || e.Name == "Optional" || e.Name == "Union":
			return true
		case isADK(t.name):
			class = lastWord(t.name)
		case t.name == "" && t.stmt == nil && contexts[e.Name] != nothing:
			class = e.Name // in a module that nobody has
		case t.name != "typing.Any":
			class = "another's." + e.Name
		}
		return false
	})
	return class
}

func lastWord(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }
