package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// findLostWrites reports what is set in a session that a service returned, if the function does nothing else with
// that session: once for each session.
func findLostWrites(s *scope, f *found) {
	sets := map[string][]use{}
	var order []string
	for _, u := range f.byScope[s] {
		name := s.sessionOf(u)
		if u.of.of != returned || name == "" || u.Kind != source.Set {
			continue
		}
		if sets[name] == nil {
			order = append(order, name)
		}
		sets[name] = append(sets[name], u)
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
		return u.Reads() && s.sessionOf(u) == s.sessionOf(sets[0]) && slices.ContainsFunc(sets, func(set use) bool {
			return set.Key == u.Key && set.stmt != u.stmt && set.key.Start < u.key.Start
		})
	})
}

// sessionOf is the name of the session that a use is of, or the call that returns it; empty: it has none.
func (s *scope) sessionOf(u use) string {
	switch state := s.named(u.of.at); {
	case !state.Is(syntax.Attribute, "state"):
		return ""
	case state.X.Kind == syntax.Attribute:
		return state.X.Name
	default:
		return s.words(state.X)
	}
}

// named is what a name of the function itself stands for, if it gets nothing else; anything else is itself.
func (s *scope) named(e *syntax.Expr) *syntax.Expr {
	if e == nil || e.Kind != syntax.Name || len(s.names[e.Name]) != 1 || s.names[e.Name][0].value == nil {
		return e
	}
	return s.names[e.Name][0].value
}

func (f *found) lost(s *scope, sets []use, read bool) {
	d := source.SetOnCopy(sets[0].Span, "")
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
func (s *scope) asksMore() bool {
	return s.any(func(e *syntax.Expr) bool {
		method := strings.TrimSuffix(s.serviceCall(e), "_sync")
		isOthers := e.Kind == syntax.Call && method != "" && !ofServices[method]
		return isOthers && s.service(waited(e).X.X) != known
	})
}

// handsOn reports whether a function gives a session, or its whole state, to something that may store it.
func (s *scope) handsOn(name string) (hands bool) {
	var look func(e *syntax.Expr) bool
	look = func(e *syntax.Expr) bool {
		switch {
		case e.Kind == syntax.Attribute && e.X.Is(syntax.Name, name) && e.Name != "state":
			return false
		case e.Kind == syntax.Index && s.isStateOf(e.X, name):
			e.Y.Each(look)
			return false
		case e.Kind == syntax.Call && e.X.Kind == syntax.Attribute && s.isStateOf(e.X.X, name):
			return false
		case e.Kind == syntax.Call && s.serviceCall(e) != "":
			return false // those that services have don't store it, and others fail
		case e.Kind == syntax.Call:
			reads, _ := handed(e.X)
			return reads
		case e.Is(syntax.Name, name), e.Kind == syntax.Name && s.isStateOf(e, name):
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
			if in.Exprs[0].Kind != syntax.Name || !s.isStateOf(in.Value(), name) {
				in.Value().Each(look)
			}
		case in.Kind != syntax.Block:
			in.Own(look)
		}
	})
	return hands
}

// isStateOf reports whether an expression is the state of what has a name.
func (s *scope) isStateOf(e *syntax.Expr, name string) bool {
	e = s.named(e)
	return e.Is(syntax.Attribute, "state") && e.X.Is(syntax.Name, name)
}
