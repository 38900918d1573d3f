package python

import (
	"go/constant"
	gotoken "go/token"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// call looks at a call.
func (r *reader) call(e, callee syntax.Expr, arguments syntax.Arguments) {
	r.agent(e, callee, arguments)
	for _, arg := range arguments {
		name, value := arg.Keyword()
		of := r.stateOf(value)
		switch kind := deltaOf(callee, name); {
		case kind != nothing:
			r.handsDelta(kind, value)
		case of.of == nothing:
			r.expr(value)
		case !isLooked(callee) && !of.isDelta():
			r.found.whole(r.scope, value, true)
		}
	}
}

// handsDelta is about what a call gets as a state delta, or as a new session's state. What a name gets in other
// places is found there.
func (r *reader) handsDelta(kind holder, value syntax.Expr) {
	in, list := r.bindings(value.Name())
	if in.deltas[value.Name()] == nothing {
		r.entries(state{of: kind}.sets(), state{}, value, mostSteps)
		return
	}
	for _, b := range list {
		if _, isDict := b.value.In("{"); !isDict {
			r.found.open(r.scope, value, "state", false, true)
			return
		}
	}
}

// deltaOf is what an argument of a call is: changes, or the state of a new session.
func deltaOf(callee syntax.Expr, argument string) holder {
	switch last := callee.Last(); {
	case argument == "state_delta":
		return delta
	case argument == "state" && (last == "create_session" || last == "Session"):
		return initial
	}
	return nothing
}

// isLooked reports whether a function reads no keys of a state that it is given: it logs it, or looks what it is.
func isLooked(callee syntax.Expr) bool {
	of, _ := callee.Attribute()
	owner := strings.ToLower(of.Last())
	lookers := []string{"print", "isinstance", "hasattr", "type", "bool", "len", "id"}
	return strings.HasPrefix(owner, "log") || strings.HasSuffix(owner, "logger") || slices.Contains(lookers, callee.Name())
}

// method is the call of a method of a state.
func (r *reader) method(of state, name string, e, callee syntax.Expr) {
	_, arguments := e.Call()
	key, other := arguments.Positional(0), arguments.Positional(1)
	switch {
	case name == "update":
		for _, arg := range arguments {
			r.entries(of.sets(), of, arg, mostSteps)
		}
		return
	case key == nil || !slices.Contains([]string{"get", "setdefault", "pop"}, name):
		if !of.isDelta() && !slices.Contains([]string{"clear", "has_delta", "keys"}, name) {
			r.found.whole(r.scope, callee, false)
		}
	default:
		arguments = arguments[1:]
		r.use(source.Get, of, key, e, func(u *use) {
			u.Required, u.Fallback = name == "pop" && other == nil, r.constant(other)
		})
	}
	switch {
	case key != nil && name == "setdefault":
		r.use(of.sets(), of, key, e, func(u *use) { u.Type, u.missing = r.typeOf(other), true })
	case key != nil && name == "pop":
		r.use(source.Clear, of, key, e, nil)
	}
	for _, arg := range arguments {
		r.expr(arg)
	}
}

// typeOf is the type of a value that is written.
func (s *scope) typeOf(e syntax.Expr) source.Type {
	to := s.resolve(e)
	items, isDict := to.expr.In("{")
	switch literal := s.constant(e); {
	case to.in.text(to.expr) != nil:
		return source.String
	case literal != nil:
		return types[literal.Kind()]
	case to.expr.Is("["):
		return source.List
	case isDict && !slices.ContainsFunc(items, isOfSet):
		return source.Object
	}
	for _, n := range to.expr { // of a counter, for one
		if n.Joins() && !strings.Contains("+-*", n.Text) {
			break
		}
		if c := number(n); c != nil {
			return types[c.Kind()]
		}
	}
	return source.Unknown
}

var types = map[constant.Kind]source.Type{
	constant.Bool: source.Bool, constant.Int: source.Int, constant.Float: source.Float, constant.String: source.String,
}

// isOfSet reports whether something in braces is no entry of a dict.
func isOfSet(item syntax.Expr) bool { return !item.Begins("**") && len(item.Split(":")) == 1 }

// constant is the value of a literal; nil: it has none that a constant can be.
func (s *scope) constant(e syntax.Expr) constant.Value {
	to := s.resolve(e)
	if t := to.in.text(to.expr); t != nil && !t.partial() {
		return constant.MakeString(t.value)
	}
	switch {
	case to.expr.Is("True"), to.expr.Is("False"):
		return constant.MakeBool(to.expr.Is("True"))
	case len(to.expr) == 1:
		return number(to.expr[0])
	}
	return nil
}

// number is the value of a number as Python writes it; nil if Go doesn't.
func number(n syntax.Node) constant.Value {
	kind := gotoken.INT
	if strings.Contains(n.Text, ".") {
		kind = gotoken.FLOAT
	}
	c := constant.MakeFromLiteral(n.Text, kind, 0)
	if n.Kind != syntax.Number || c.Kind() == constant.Unknown {
		return nil
	}
	return c
}
