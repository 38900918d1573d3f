package names

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// prefixes are ADK's names of the scopes.
var prefixes = map[string]string{"APP_PREFIX": "app:", "USER_PREFIX": "user:", "TEMP_PREFIX": "temp:"}

// KeyText is the text of a key, as far as it is known; nil: it can't be read.
func (s *Scope) KeyText(key syntax.Value) *syntax.Literal {
	if l := s.KeyOf(key); l != nil {
		return l
	}
	in, to, ok := s.Resolve(key)
	if !ok || key.Kind != syntax.Reference || to.Kind != syntax.Other {
		return s.Pattern(key)
	}
	l := s.Project.Scope(in).Pattern(to)
	if l != nil { // at the place that uses it
		l.Path = s.Path
		l.Start, l.End = s.Span(key)
	}
	return l
}

// KeyOf is the text of a key where it is used; nil: it can't be read.
func (s *Scope) KeyOf(key syntax.Value) *syntax.Literal {
	if l := s.prefixed(key); l != nil {
		return l
	}
	to := s.KnownText(key, 0)
	if to == nil || key.Kind == syntax.Text {
		return to
	}
	l := *to // at the place that uses it
	l.Path, l.Pieces, l.Constant = s.Path, nil, to
	l.Start, l.End = s.Span(key)
	return &l
}

// prefixed reads State.USER_PREFIX + "name".
func (s *Scope) prefixed(key syntax.Value) *syntax.Literal {
	if key.End-key.First < 3 || key.End > len(s.Tokens) {
		return nil
	}
	dotted, next := s.Dotted(key.First)
	prefix := prefixes[dotted[strings.LastIndexByte(dotted, '.')+1:]]
	if prefix == "" || s.Word(next) != "+" || next+2 != key.End || s.Tokens[next+1].Kind != syntax.String {
		return nil
	}
	l, _ := s.Literal(next + 1)
	if l == nil {
		return nil
	}
	l.Text, l.Pieces = prefix+l.Text, nil
	return l
}
