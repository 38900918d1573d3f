package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// judge applies the rules.
func (f *found) judge(p *project) {
	for _, in := range p.files {
		if in.test {
			continue
		}
		in.module.each(func(s *scope) {
			f.findUnawaited(s)
			f.findUnknownMethods(s)
			f.findLost(s)
			f.findChanged(s)
		})
	}
	f.findCallbacks()
}

// findLost reports what is set in a session that a service returned, if the function does nothing else with
// that session: once for each session.
func (f *found) findLost(s *scope) {
	sets := map[string][]use{}
	var order []string
	for _, u := range f.byScope[s] {
		if u.of.of != returned || u.Kind != source.Set {
			continue
		}
		name := s.words(u.of.held)
		if sets[name] == nil {
			order = append(order, name)
		}
		sets[name] = append(sets[name], u)
	}
	for _, name := range order {
		first := sets[name][0]
		if s.handsOn(name) {
			continue
		}
		d := source.SetOnCopy(first.Span)
		for _, u := range sets[name][1:min(len(sets[name]), 4)] {
			d.Related = append(d.Related, diag.Related{Span: u.Span, Message: "this is lost, too"})
		}
		doubt := ""
		switch {
		case !first.of.sure, s.asksMore():
			doubt = "the service is not ADK's"
		case f.readsAgain(s, sets[name]):
			doubt = "it is only read from this very session"
		}
		f.find(d, doubt)
	}
}

// words is the text of an expression in the file.
func (s *scope) words(e syntax.Expr) string { return s.source[e.Start():e.End()] }

// readsAgain reports whether a function reads what it set in a session, from that very session.
func (f *found) readsAgain(s *scope, sets []use) bool {
	return slices.ContainsFunc(f.byScope[s], func(u use) bool {
		return u.Reads() && u.of.of == returned && slices.ContainsFunc(sets, func(set use) bool {
			return set.Key == u.Key && set.stmt.End < u.Span.Start && s.words(set.of.held) == s.words(u.of.held)
		})
	})
}

// asksMore reports whether a function calls a method that ADK's services don't have: this may be another's.
func (s *scope) asksMore() bool {
	return slices.ContainsFunc(s.calls, func(c call) bool {
		service, method := s.ofService(c.callee)
		return isUnknown(method) && s.service(service) != known
	})
}

// handsOn reports whether a function gives a session, or its whole state, to something that may store it. What
// services have doesn't store it.
func (s *scope) handsOn(name string) (hands bool) {
	isHarmless := map[int]bool{} // by where something begins
	for _, c := range s.calls {
		if _, method := s.ofService(c.callee); method != "" || isLooked(c.callee) {
			for _, arg := range c.arguments {
				_, value := arg.Keyword()
				isHarmless[value.Start()] = true
			}
		}
	}
	s.eachStmt(func(in *syntax.Stmt) {
		for _, e := range in.Targets {
			isHarmless[e.Start()] = isHarmless[e.Start()] || e.Name() != ""
		}
		if len(in.Targets) > 0 && s.isStateOf(in.Value, name) && in.Targets[0].Name() != "" { // another name for it
			isHarmless[in.Value.Start()] = true
		}
		if in.Word == "if" || in.Word == "elif" || in.Word == "while" {
			isHarmless[in.Line.Start()] = true
		}
	})
	s.stmt.Each(func(in syntax.Expr, from, to int) {
		e := in[from:to]
		isGiven := e.Is(name) || s.isStateOf(e, name)
		hands = hands || isGiven && !isHarmless[e.Start()] && !isTested(in, from, to)
	})
	return hands
}

// isStateOf reports whether an expression is the state of what has a name.
func (s *scope) isStateOf(e syntax.Expr, name string) bool {
	if list := s.names[e.Name()]; len(list) == 1 && list[0].value != nil {
		e = list[0].value
	}
	of, attribute := e.Attribute()
	return attribute == "state" && of.Is(name)
}

// isInPlace reports whether a method changes a list, a dict or a set.
func isInPlace(method string) bool {
	return slices.Contains([]string{
		"append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "update", "setdefault", "add", "discard",
	}, method)
}

// findChanged reports values that are changed where they are, and not set: a session stores what is set.
func (f *found) findChanged(s *scope) {
	reported := map[string]bool{}
	change := func(in *syntax.Stmt, value syntax.Expr) {
		u, ok := f.readAs(s, value)
		if !ok || strings.HasPrefix(u.Key, "temp:") || reported[s.words(u.key)] || f.isSet(s, u, in) {
			return
		}
		reported[s.words(u.key)] = true
		f.find(source.ChangedInPlace(u.Span, u.Key), "the key was set by the same call")
	}
	s.eachStmt(func(in *syntax.Stmt) {
		targets := in.Targets
		if in.Word == "del" {
			targets = in.Line.Split(",")
		}
		for _, e := range targets {
			for i := 1; i < len(e); i++ {
				if e[i].Is("[") {
					change(in, e[:i])
				}
			}
		}
	})
	for _, c := range s.calls {
		if of, method := c.callee.Attribute(); isInPlace(method) {
			change(c.in, of)
		}
	}
}

// readAs is the read of a key that a value comes from, or is a part of: right there, or by the name that it got.
func (f *found) readAs(s *scope, value syntax.Expr) (use, bool) {
	to := s.resolve(value)
	if to.in != s || len(to.expr) == 0 {
		return use{}, false
	}
	for _, u := range f.byScope[s] {
		if u.Kind == source.Get && u.of.of == context && isIn(u.site, to.expr) {
			return u, true
		}
	}
	return use{}, false
}

// isIn reports whether an expression is a read, or an entry of what is read.
func isIn(read, e syntax.Expr) bool {
	if len(read) > len(e) || read.Start() != e.Start() || e.Operand() != len(e) {
		return false
	}
	return !slices.ContainsFunc(e[len(read):], func(n syntax.Node) bool { return !n.Is("[") })
}

// isSet reports whether a function sets a key, too: behind a statement that changes its value, or before that whatever
// happens.
func (f *found) isSet(s *scope, read use, in *syntax.Stmt) bool {
	return slices.ContainsFunc(f.byScope[s], func(u use) bool {
		isSame := u.Key == read.Key && u.Key != "" || s.words(u.key) == s.words(read.key)
		sets := u.Kind == source.Set && !u.missing && isSame
		return sets && (u.stmt.Start > in.Start || isBefore(u.stmt, in))
	})
}

// isBefore reports whether a statement runs where a later one does.
func isBefore(stmt, later *syntax.Stmt) bool {
	around := stmt.Around
	for around != nil && (around.Word == "try" || around.Word == "with") {
		around = around.Around
	}
	for later.Around != around && later.Around != nil {
		later = later.Around
	}
	return later.Around == around
}
