package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// directStateMutation is described with the rules on Go code.
var directStateMutation = diag.Rule{ID: "direct-state-mutation", Severity: diag.Error}

// findLostWrites reports what is set in a session that a service returned, if the function does nothing else with
// that session: once for each session.
func findLostWrites(s *scope, f *found) {
	sets := map[string][]use{}
	var order []string
	for _, u := range f.byScope[s] {
		name := sessionOf(u)
		switch {
		case u.of.of != returned || name == "":
		case u.Kind == keys.Set:
			if sets[name] == nil {
				order = append(order, name)
			}
			sets[name] = append(sets[name], u)
		}
	}
	for _, name := range order {
		if !s.handsOn(name) {
			f.lost(s, sets[name], f.readsAgain(s, sets[name]))
		}
	}
}

// readsAgain reports whether a function reads what it set in a session, from that very session.
func (f *found) readsAgain(s *scope, sets []use) bool {
	return slices.ContainsFunc(f.byScope[s], func(u use) bool {
		return u.Reads() && sessionOf(u) == sessionOf(sets[0]) && slices.ContainsFunc(sets, func(set use) bool {
			return (u.Key == set.Key || u.Key == "" || set.Key == "") && u.stmt != set.stmt && u.key.Start > set.key.Start
		})
	})
}

// sessionOf is the name of the session that a use is of; empty: it has none.
func sessionOf(u use) string {
	if state := u.at; state != nil && state.Kind == syntax.Attribute {
		return state.X.Last()
	}
	return ""
}

func (f *found) lost(s *scope, sets []use, read bool) {
	d := diag.New(directStateMutation, sets[0].Span, "this session is a copy that the service returned: what is set here is lost").
		WithHint("append an event with a state delta, or set the key through a callback's or tool's context")
	for _, u := range sets[1:min(len(sets), 4)] {
		d.Related = append(d.Related, diag.Related{Span: u.Span, Message: "this is lost, too"})
	}
	doubt := "the service is not ADK's"
	if read {
		doubt = "it is only read from this very session"
	}
	f.find(s, likelyUnless(sets[0].of.sure && !read && !s.asksMore(), d, doubt))
}

// asksMore reports whether a function calls a method that ADK's services don't have: this may be another's.
func (s *scope) asksMore() (asks bool) {
	s.all(func(e *syntax.Expr) bool {
		if e.Kind == syntax.Call && s.serviceCall(e) != "" && !ofServices[s.serviceCall(e)] {
			asks = s.service(waited(e).X.X) != known
		}
		return !asks
	})
	return asks
}

// handsOn reports whether a function gives a session, or its whole state, to something that may store it.
func (s *scope) handsOn(name string) (hands bool) {
	look := func(e *syntax.Expr) bool {
		switch {
		case e.Kind == syntax.Attribute && e.X.Is(syntax.Name, name) && e.Name != "state":
			return false
		case e.Kind == syntax.Index && e.X.Is(syntax.Attribute, "state"), e.Kind == syntax.Call && e.X.Kind == syntax.Attribute && e.X.X.Is(syntax.Attribute, "state"):
			return !(e.X.X.Is(syntax.Name, name) || e.X.X.X.Is(syntax.Name, name))
		case e.Kind == syntax.Call && s.serviceCall(e) != "":
			return false // those that services have don't store it, and others fail
		case e.Kind == syntax.Call:
			if reads, _ := handed(e.X); !reads {
				return false
			}
		case e.Is(syntax.Name, name):
			hands = true
		}
		return true
	}
	s.eachStmt(func(in *syntax.Stmt) {
		switch {
		case in.Kind == syntax.Def:
			in.Each(func(e *syntax.Expr) bool {
				hands = hands || e.Is(syntax.Name, name)
				return true
			})
		case in.Kind == syntax.Assign:
			for _, target := range in.Targets() {
				if target.Kind != syntax.Name {
					target.Each(look)
				}
			}
			in.Value().Each(look)
		case in.Kind != syntax.Block:
			in.Own(look)
		}
	})
	return hands
}

// inPlace are the methods that change a list, a dict or a set.
var inPlace = []string{"append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "setdefault", "add", "discard"}

// findChangedInPlace reports values that are changed where they are, and not set: a session stores what is set.
func findChangedInPlace(s *scope, f *found) {
	reported := map[string]bool{}
	change := func(value *syntax.Expr) {
		u, ok := f.readAs(s, value)
		if !ok || strings.HasPrefix(u.Key, "temp:") || reported[s.words(u.key)] || f.isSet(s, u, value.Start) {
			return
		}
		reported[s.words(u.key)] = true
		d := diag.New(directStateMutation, u.Span, "the value of %s is changed in place, which no session stores", diag.Key(u.Key)).
			WithHint("change a copy, and set the key to it")
		if u.Key == "" {
			d.Message, d.Args = "a value of the state is changed in place, which no session stores", nil
		}
		f.find(s, likelyUnless(false, d, "the key was set by the same call"))
	}
	s.eachStmt(func(in *syntax.Stmt) {
		targets := in.Targets()
		if in.Kind == syntax.Augment || in.Kind == syntax.Delete {
			targets = in.Exprs[:1]
		}
		for _, target := range targets {
			for target.Kind == syntax.Index {
				target = target.X
				change(target)
			}
		}
		in.Own(func(e *syntax.Expr) bool {
			if e.Kind == syntax.Call && e.X.Kind == syntax.Attribute && slices.Contains(inPlace, e.X.Name) {
				for of := e.X.X; of != nil; of = of.X {
					change(of)
					if of.Kind != syntax.Index {
						break
					}
				}
			}
			return true
		})
	})
}

// readAs is the read of a key that a value comes from: right there, or by the name that it got.
func (f *found) readAs(s *scope, value *syntax.Expr) (use, bool) {
	to := s.resolve(value)
	if to.in != s || to.expr == nil {
		return use{}, false
	}
	var key *syntax.Expr
	switch e := to.expr; {
	case e.Kind == syntax.Index:
		key = e.Y
	case e.Kind == syntax.Call && (e.X.Is(syntax.Attribute, "get") || e.X.Is(syntax.Attribute, "setdefault")):
		key = e.Positional(0)
	}
	i := slices.IndexFunc(f.byScope[s], func(u use) bool { return u.key == key && u.Kind == keys.Get && u.of.of == context })
	if key == nil || i < 0 {
		return use{}, false
	}
	return f.byScope[s][i], true
}

// isSet reports whether a function sets a key, too: later on, or before that whatever happens.
func (f *found) isSet(s *scope, read use, at int) bool {
	return slices.ContainsFunc(f.byScope[s], func(u use) bool {
		isSame := u.Key == read.Key && u.Key != "" || s.words(u.key) == s.words(read.key)
		if u.Kind != keys.Set || u.missing || !isSame {
			return false
		}
		around := guardAround(s.stmt.Body, u.key.Start)
		return u.key.Start > at || around == nil || around == guardAround(around.Body, at) || contains(around, at)
	})
}

// guardAround is the innermost block around a place that need not run; nil: there is none.
func guardAround(body []*syntax.Stmt, at int) (guard *syntax.Stmt) {
	for _, in := range body {
		if !contains(in, at) {
			continue
		}
		if inner := guardAround(in.Body, at); inner != nil {
			return inner
		}
		if in.Kind == syntax.Block && in.Name != "try" || in.Kind == syntax.Loop {
			return in
		}
	}
	return nil
}

// contains reports whether a place is in a statement, or in those below it.
func contains(in *syntax.Stmt, at int) bool {
	last := in
	for len(last.Body) > 0 {
		last = last.Body[len(last.Body)-1]
	}
	return in.Start <= at && at < last.End
}
