package python

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

var stateIsNoDict = diag.Rule{
	ID:       "state-is-no-dict",
	Severity: diag.Error,
	Summary:  "Python code takes the state of a context for a dict, or that of a session for a context's",
	Why: "The state of ADK's ToolContext and CallbackContext has get, update, to_dict and single keys. Before ADK 2.10 it has no keys(), " +
		"items(), values(), clear() or copy(), and loops, len(…) and dict(…) fail on it; up to 2.1 so do pop() and del. getattr(…) finds no " +
		"key in a state. The state of a session that a service returns is a dict, which has no to_dict().",
}

// ofDicts are the methods that a dict has, and the functions that take one.
var ofDicts = map[string]string{
	"keys": "keys()", "values": "values()", "items": "items()", "clear": "clear()", "copy": "copy()", "pop": "pop()", "popitem": "popitem()",
	"dict": "dict(…)", "list": "list(…)", "len": "len(…)", "sorted": "sorted(…)", "set": "set(…)", "tuple": "tuple(…)",
}

// findNoDict reports what fails on a state in some release of ADK, or in all.
func findNoDict(s *scope, f *found) {
	if s.function() == nil || s.asksWhatItIs() {
		return
	}
	s.eachStmt(func(in *syntax.Stmt) {
		switch {
		case in.Kind == syntax.Delete && in.Exprs[0].Kind == syntax.Index:
			f.noDict(s, in.Exprs[0].X, "del")
		case in.Kind == syntax.Loop:
			f.noDict(s, in.Exprs[1], "for")
		}
	})
	s.all(func(e *syntax.Expr) bool {
		switch {
		case e.Kind == syntax.Call && e.X.Kind == syntax.Attribute && ofDicts[e.X.Name] != "" && e.X.Name != "set":
			f.noDict(s, e.X.X, ofDicts[e.X.Name])
		case e.Kind == syntax.Call && e.X.Is(syntax.Attribute, "to_dict"):
			if of := s.stateOf(e.X.X); of.of == returned {
				f.find(s, likelyUnless(of.sure, diag.New(stateIsNoDict, s.of(e.X), "the state of a session is a dict, which has no to_dict(): this fails").
					WithHint("use the state itself, or dict(…) of it for a copy"), "the service is not ADK's"))
			}
		case e.Kind == syntax.Call && e.X.Kind == syntax.Name && len(e.Items) > 0:
			f.givenTo(s, e)
		}
		return true
	})
}

// givenTo reports functions that are given the state of a context.
func (f *found) givenTo(s *scope, call *syntax.Expr) {
	name := call.X.Name
	if name == "getattr" && len(call.Items) == 3 {
		of, key := s.stateOf(call.Items[0]), call.Items[1]
		if t := s.text(key); of.of == context && (t == nil || !slices.Contains(stateMethods, t.value)) {
			f.find(s, likelyUnless(of.sure, diag.New(stateIsNoDict, s.of(call.X), "the keys of a state are no attributes of it: getattr gives the default, whatever the state has").
				WithHint("write state.get(key, default)"), "the context is not ADK's, or an attribute is meant"))
		}
	}
	if len(call.Items) == 1 && ofDicts[name] == name+"(…)" {
		f.noDict(s, call.Items[0], ofDicts[name])
	}
}

var stateMethods = []string{"get", "update", "to_dict", "has_delta", "setdefault", "keys", "items", "values", "pop", "copy"}

func (f *found) noDict(s *scope, e *syntax.Expr, what string) {
	if s.stateOf(e).of != context {
		return
	}
	release, hint := "2.10", "ask to_dict() of it for a dict with all keys"
	switch what {
	case "clear()", "popitem()":
		hint = "set the keys to None that are not needed any more"
	case "del", "pop()":
		release, hint = "2.2", "set the key to None"
	}
	d := diag.New(stateIsNoDict, s.of(e), "before ADK %s the state of a context is no dict: %s fails on it", release, what).WithHint("%s", hint)
	f.find(s, likelyUnless(false, d, "no such release is installed"))
}

// asksWhatItIs reports whether a function asks what something is, or goes on where it lacks something: then a
// state may be a dict where it is used like one.
func (s *scope) asksWhatItIs() (asks bool) {
	s.all(func(e *syntax.Expr) bool {
		switch {
		case e.Is(syntax.Name, "AttributeError"), e.Is(syntax.Name, "TypeError"):
			asks = true
		case e.Kind == syntax.Call && len(e.Items) > 0 && s.stateOf(e.Items[0]).of != nothing:
			name := e.X.Dotted()
			asks = asks || name == "hasattr" || name == "isinstance" || name == "type"
		}
		return true
	})
	return asks
}
