package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// inPlace are the methods that change a list, a dict or a set.
var inPlace = []string{
	"append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "setdefault", "add", "discard",
}

// findChangedInPlace reports values that are changed where they are, and not set: a session stores what is set.
func findChangedInPlace(s *scope, f *found) {
	reported := map[string]bool{}
	change := func(value *syntax.Expr) {
		u, ok := f.readAs(s, value)
		if !ok || strings.HasPrefix(u.Key, "temp:") || reported[s.words(u.key)] || f.isSet(s, u, value.Start) {
			return
		}
		reported[s.words(u.key)] = true
		f.find(s, likelyUnless(false, source.ChangedInPlace(u.Span, u.Key), "the key was set by the same call"))
	}
	within := func(e *syntax.Expr) {
		for ; e.Kind == syntax.Index; e = e.X {
			change(e.X)
		}
	}
	s.eachStmt(func(in *syntax.Stmt) {
		targets := in.Targets()
		if in.Kind == syntax.Augment || in.Kind == syntax.Delete {
			targets = in.Exprs[:1]
		}
		for _, target := range targets {
			within(target)
		}
	})
	s.calls(func(call *syntax.Expr) {
		if call.X.Kind == syntax.Attribute && slices.Contains(inPlace, call.X.Name) {
			change(call.X.X)
			within(call.X.X)
		}
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
	for _, u := range f.byScope[s] {
		if key != nil && u.key == key && u.Kind == source.Get {
			return u, u.of.of == context || u.of.of == other
		}
	}
	return use{}, false
}

// isSet reports whether a function sets a key, too: later on, or before that whatever happens.
func (f *found) isSet(s *scope, read use, at int) bool {
	return slices.ContainsFunc(f.byScope[s], func(u use) bool {
		isSame := u.Key == read.Key && u.Key != "" || s.words(u.key) == s.words(read.key)
		if u.Kind != source.Set || u.missing || !isSame {
			return false
		}
		return u.key.Start > at || !s.branches(u.key.Start, at)
	})
}

// branches reports whether a place is in a block that need not run where another place is reached.
func (s *scope) branches(place, other int) (does bool) {
	s.eachStmt(func(in *syntax.Stmt) {
		isBranch := in.Kind == syntax.Block && in.Name != "try" || in.Kind == syntax.Loop
		does = does || isBranch && contains(in, place) && !contains(in, other)
	})
	return does
}

// contains reports whether a place is in a statement, or in those below it.
func contains(in *syntax.Stmt, at int) bool {
	last := in
	for len(last.Body) > 0 {
		last = last.Body[len(last.Body)-1]
	}
	return in.Start <= at && at < last.End
}
