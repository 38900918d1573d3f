package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

var stateIsNoDict = diag.Register(diag.OnPython, diag.Rule{
	ID:       "state-is-no-dict",
	Severity: diag.Error,
	Summary:  "Python code takes the state of a context for a dict",
	Why: "The state of ADK's ToolContext and CallbackContext has get, update, to_dict and single keys. Before " +
		"ADK 2.10 it has no keys(), items(), values(), clear() or copy(), and loops, len(…) and dict(…) fail on it; " +
		"up to 2.1 so do pop() and del. getattr(…) finds no key in a state.",
	Bad: `from google.adk.tools import ToolContext

def city(tool_context: ToolContext):
    return getattr(tool_context.state, "city", None)
`,
	Good: `from google.adk.tools import ToolContext

def city(tool_context: ToolContext):
    return tool_context.state.get("city")
`,
})

// The releases that made more of a dict of the state.
var twoTwo, twoTen = release{2, 2}, release{2, 10}

// dictMethods are the methods that dicts have, and the release from which on states have them.
var dictMethods = map[string]release{
	"keys": twoTen, "values": twoTen, "items": twoTen, "clear": twoTen, "copy": twoTen, "popitem": twoTen, "pop": twoTwo,
	"get": {}, "update": {}, "to_dict": {}, "has_delta": {}, "setdefault": {},
}

// takeDicts are the functions that take a dict.
var takeDicts = []string{"dict", "list", "len", "sorted", "set", "tuple"}

// findNoDict reports what fails on a state in some release of ADK, or in all.
func findNoDict(s *scope, f *found) {
	if s.outermost() == nil || s.asksWhatItIs() {
		return
	}
	s.eachStmt(func(in *syntax.Stmt) {
		switch {
		case in.Kind == syntax.Delete && in.Exprs[0].Kind == syntax.Index:
			f.noDict(s, in.Exprs[0].X, "del", twoTwo)
		case in.Kind == syntax.Loop:
			f.noDict(s, in.Exprs[1], "for", twoTen)
		}
	})
	s.calls(func(call *syntax.Expr) { f.onState(s, call) })
}

// onState is about a call of a method of a state, or one that is given a state.
func (f *found) onState(s *scope, call *syntax.Expr) {
	name := call.X.Last()
	switch {
	case call.X.Kind == syntax.Attribute && dictMethods[name] != release{}:
		f.noDict(s, call.X.X, name+"()", dictMethods[name])
	case call.X.Is(syntax.Name, "getattr") && len(call.Items) == 3:
		f.getattr(s, call)
	case call.X.Kind == syntax.Name && slices.Contains(takeDicts, name) && len(call.Items) == 1:
		f.noDict(s, call.Items[0], name+"(…)", twoTen)
	}
}

// getattr is about getattr(state, key, default), which finds no key.
func (f *found) getattr(s *scope, call *syntax.Expr) {
	of, key := s.stateOf(call.Items[0]), s.text(call.Items[1])
	isAttribute := false
	if key != nil {
		_, isMethod := dictMethods[key.value]
		isAttribute = isMethod || strings.HasPrefix(key.value, "_")
	}
	if of.of != context || isAttribute {
		return
	}
	d := diag.New(stateIsNoDict, s.of(call.X),
		"the keys of a state are no attributes of it: getattr gives the default, whatever the state has").
		WithHint("write state.get(key, default)")
	f.find(s, likelyUnless(of.sure && key != nil, d, "the context is not ADK's, or an attribute is meant"))
}

// noDict reports what fails on the state of a context before a release, if such a one may be installed.
func (f *found) noDict(s *scope, e *syntax.Expr, what string, first release) {
	of, installed := s.stateOf(e), s.installed()
	if of.of != context || installed.since(first) {
		return
	}
	d := diag.New(stateIsNoDict, s.of(e), "before ADK %d.%d the state of a context is no dict: %s fails on it",
		first.major, first.minor, what).
		WithHint("ask to_dict() of it for a dict with all keys, and set keys to None that are not needed any more")
	f.find(s, likelyUnless(of.sure && installed.before(first), d, "no such release is installed"))
}

// asksWhatItIs reports whether a function asks what a state is, or goes on where that lacks something: it may be
// a dict where it is used like one.
func (s *scope) asksWhatItIs() bool {
	return s.any(func(e *syntax.Expr) bool {
		if e.Kind == syntax.Call && slices.Contains([]string{"hasattr", "isinstance", "type"}, e.X.Dotted()) {
			return len(e.Items) > 0 && s.stateOf(e.Items[0]).of != nothing
		}
		return e.Is(syntax.Name, "AttributeError") || e.Is(syntax.Name, "TypeError")
	})
}
