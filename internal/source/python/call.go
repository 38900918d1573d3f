package python

import (
	"go/constant"
	gotoken "go/token"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// call looks at a call, and says whether to go on inside.
func (r *reader) call(e *syntax.Expr) bool {
	r.agent(e)
	if e.X.Kind == syntax.Attribute && r.stateOf(e.X.X).of != nothing {
		r.method(e)
		return false
	}
	r.expr(e.X)
	reads, writes := handed(e.X)
	r.quiet = !reads
	defer func() { r.quiet = false }()
	for _, arg := range e.Items {
		value := arg
		if arg.Kind == syntax.Keyword {
			value = arg.X
			if kind := deltaOf(e, arg.Name); kind != 0 {
				r.handsDelta(kind, value)
				continue
			}
		}
		if of := r.stateOf(value).of; of == nothing {
			r.expr(arg)
		} else if reads && of != delta {
			r.found.whole(r.scope, value, writes)
		}
	}
	return false
}

// handsDelta is about what a call gets as a state delta, or as a new session's state.
func (r *reader) handsDelta(kind source.UseKind, value *syntax.Expr) {
	if in, list := r.bindings(value.Last()); value.Kind == syntax.Name && in.deltas[value.Name] != 0 {
		for _, b := range list {
			if b.value == nil || b.value.Kind != syntax.Dict {
				r.found.open(r.scope, value, "state", false, true)
				return
			}
		}
		return // its entries are found where they are written
	}
	r.entries(kind, state{}, value)
}

// deltaOf says what an argument of a call sets: keys, or those of a new session; 0: none.
func deltaOf(call *syntax.Expr, argument string) source.UseKind {
	callee := call.X.Last()
	switch {
	case argument == "state_delta":
		return source.Set
	case argument == "state" && (callee == "create_session" || callee == "Session"):
		return source.Begin
	}
	return 0
}

// notesDelta notes the names that a call hands on as a state delta.
func (s *scope) notesDelta(e *syntax.Expr) {
	if e.Kind != syntax.Call {
		return
	}
	for _, arg := range e.Items {
		if kind := deltaOf(e, arg.Name); kind != 0 && arg.Kind == syntax.Keyword && arg.X.Kind == syntax.Name {
			s.deltas[arg.X.Name] = kind
		}
	}
}

// lookers are Python's functions that read no keys of a state that they are given, and copiers those that change none.
var (
	lookers = []string{"print", "isinstance", "hasattr", "type", "bool", "len", "id"}
	copiers = []string{"dict", "list", "sorted", "set", "tuple", "str", "repr", "deepcopy", "iter", "pprint"}
)

// handed says what a function does with a state that it is given: it may read it, and change it.
func handed(callee *syntax.Expr) (reads, writes bool) {
	owner, name := "", callee.Last()
	if callee.Kind == syntax.Attribute {
		owner = strings.ToLower(callee.X.Last())
	}
	isOwn, isLog := name == callee.Dotted(), strings.HasPrefix(owner, "log") || strings.HasSuffix(owner, "logger")
	switch {
	case isLog, isOwn && slices.Contains(lookers, name):
		return false, false
	case isOwn && slices.Contains(copiers, name), slices.Contains([]string{"dumps", "deepcopy", "copy"}, name):
		return true, false
	}
	return true, true
}

// method is the call of a method of a state.
func (r *reader) method(e *syntax.Expr) {
	of, key := r.stateOf(e.X.X), e.Positional(0)
	rest := e.Items
	switch name := e.X.Name; {
	case name == "update":
		r.updates(e)
		return
	case key == nil || !keyed[name]:
		if of.of != delta && !harmless[name] {
			r.found.whole(r.scope, e.X.X, false)
		}
	default:
		rest = e.Items[1:]
		r.keyed(name, of, key, e.Positional(1))
	}
	for _, arg := range rest {
		r.expr(arg)
	}
}

var (
	keyed    = map[string]bool{"get": true, "setdefault": true, "pop": true}
	harmless = map[string]bool{"clear": true, "has_delta": true, "keys": true}
)

func (r *reader) keyed(name string, of state, key, other *syntax.Expr) {
	r.use(source.Get, of, key, func(u *use) {
		u.Required = name == "pop" && other == nil
		u.Fallback = r.constant(other)
	})
	switch name {
	case "setdefault":
		r.use(source.Set, of, key, func(u *use) { u.Type, u.missing = r.typeOf(other), true })
	case "pop":
		r.use(source.Clear, of, key, nil)
	}
}

func (r *reader) updates(e *syntax.Expr) {
	for _, arg := range e.Items {
		r.entries(r.setIn(e.X.X), r.stateOf(e.X.X), arg)
		if arg.Kind == syntax.Keyword {
			r.expr(arg.X)
		}
	}
}

var types = map[syntax.Kind]source.Type{
	syntax.String: source.String, syntax.Boolean: source.Bool, syntax.Integer: source.Int, syntax.Float: source.Float,
	syntax.List: source.List, syntax.Dict: source.Object,
}

// typeOf is the type of a value that is written.
func (s *scope) typeOf(e *syntax.Expr) source.Type {
	to := s.resolve(e)
	if to.expr == nil {
		return source.Unknown
	}
	if to.expr.Kind == syntax.Binary && strings.Contains("+-*", to.expr.Name) { // a counter, for one
		for _, item := range to.expr.Items {
			if of := to.in.typeOf(item); of != source.Unknown {
				return of
			}
		}
	}
	return types[to.expr.Kind]
}

// constant is the value of a literal; nil: it has none that a constant can be.
func (s *scope) constant(e *syntax.Expr) constant.Value {
	to := s.resolve(e)
	if to.expr == nil {
		return nil
	}
	switch e := to.expr; e.Kind {
	case syntax.String:
		if t := to.in.text(e); t != nil && !t.partial() {
			return constant.MakeString(t.value)
		}
	case syntax.Boolean:
		return constant.MakeBool(e.Name == "True")
	case syntax.Integer:
		return number(e.Name, gotoken.INT)
	case syntax.Float:
		return number(e.Name, gotoken.FLOAT)
	}
	return nil
}

// number is the value of a number as Python writes it; nil if Go doesn't.
func number(word string, kind gotoken.Token) constant.Value {
	digits, negative := strings.CutPrefix(word, "-")
	c := constant.MakeFromLiteral(digits, kind, 0)
	switch {
	case c.Kind() == constant.Unknown:
		return nil
	case negative:
		return constant.UnaryOp(gotoken.SUB, c, 0)
	}
	return c
}
