package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// holder is what has a state.
type holder uint8

const (
	nothing  holder = iota
	context         // of a tool, a callback or an agent
	session         // one of which nobody knows where it is from
	returned        // a session that a service returned: a copy
	delta           // changes that are handed on
	initial         // what a new session begins with
)

// state is what an expression is the state of, and whether that is sure.
type state struct {
	of   holder
	sure bool
	held syntax.Expr // by what; none: it is a delta
}

// isDelta reports whether the keys in a state are only set.
func (s state) isDelta() bool { return s.of >= delta }

// sets is what setting a key in a state is.
func (s state) sets() source.UseKind {
	if s.of == initial {
		return source.Begin
	}
	return source.Set
}

// byName is what a class of ADK or a name says that nothing else is known of.
func byName(name string) holder {
	switch name = strings.ToLower(name); {
	case strings.HasSuffix(name, "context"), name == "ctx", strings.HasSuffix(name, "_ctx"):
		return context
	case name == "session", strings.HasSuffix(name, "_session"):
		return session
	}
	return nothing
}

// stateOf is what an expression is the state of.
func (s *scope) stateOf(e syntax.Expr) state { return s.stateIn(e, mostSteps) }

func (s *scope) stateIn(e syntax.Expr, left int) state {
	e = e.Bare()
	if left == 0 {
		return state{}
	}
	if name := e.Name(); name != "" {
		return s.stateNamed(name, left)
	}
	switch of, name := e.Attribute(); name {
	case "state":
		held := s.holderOf(of, left-1)
		held.held = of
		return held
	case "state_delta":
		return state{of: delta, sure: true}
	}
	return state{}
}

func (s *scope) stateNamed(name string, left int) state {
	in, list := s.bindings(name)
	if of := in.deltas[name]; of != nothing {
		return state{of: of, sure: true}
	}
	return common(list, func(b binding) state {
		if class, _ := in.annotated(b.annotation); class == "State" {
			return state{of: context, sure: true}
		}
		return in.stateIn(b.value, left-1)
	})
}

// common is what all bindings of a name are, or a session if they differ.
func common(list []binding, of func(binding) state) (all state) {
	for i, b := range list {
		switch one := of(b); {
		case one.of == nothing:
			return state{}
		case i == 0:
			all = one
		case one.of != all.of:
			return state{of: session}
		default:
			all.sure = all.sure && one.sure
		}
	}
	return all
}

// holderOf is what an expression is that has a state.
func (s *scope) holderOf(e syntax.Expr, left int) state {
	e = e.Bare()
	if left == 0 {
		return state{}
	}
	if name := e.Name(); name != "" {
		in, list := s.bindings(name)
		return common(list, func(b binding) state { return in.holderBound(name, b, left) })
	}
	callee, _ := waited(e).Call()
	service, method := s.ofService(callee)
	if method = strings.TrimSuffix(method, "_sync"); method == "get_session" || method == "create_session" {
		return state{of: returned, sure: s.isADKs(service)}
	}
	if _, name := e.Attribute(); name != "" {
		return state{of: byName(name)}
	}
	return state{}
}

func (s *scope) holderBound(name string, b binding, left int) state {
	switch class, isKnown := s.annotated(b.annotation); {
	case b.imported != nil, b.declared != nil:
		return state{}
	case isKnown:
		return state{of: byName(class), sure: true}
	case b.value.Is("None"):
		return state{of: returned, sure: true} // until it is asked for
	}
	if of := s.holderOf(b.value, left-1); of.of != nothing {
		return of
	}
	return state{of: byName(name)}
}

// annotated is the class of ADK that an annotation names; empty: it is known to be of somebody else, or not known.
func (s *scope) annotated(annotation syntax.Expr) (class string, isKnown bool) {
	annotation.Each(func(in syntax.Expr, from, to int) {
		name := in[from:to]
		if last := len(name) - 1; last > 0 && name[last].Is("[") {
			name = name[:last]
		}
		of, last := s.resolve(name), name.Last()
		switch {
		case isKnown || slices.Contains([]string{"Optional", "Union", "Any", "None"}, last):
			return
		case name[0].Kind == syntax.String && len(name[0].Parts) == 1:
			class = lastWord(name[0].Parts[0].Text)
		case isADK(of.name):
			class = lastWord(of.name)
		case of.name == "" && of.declared == nil && byName(last) != nothing:
			class = last // in a module that nobody has
		}
		isKnown = true
	})
	return class, isKnown
}

func lastWord(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }
