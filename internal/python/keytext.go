package python

import "strings"

// prefixes are ADK's names of the scopes.
var prefixes = map[string]string{"APP_PREFIX": "app:", "USER_PREFIX": "user:", "TEMP_PREFIX": "temp:"}

// textOf is the text of a key, as far as it is known; nil: it can't be read.
func (s *scope) textOf(key value) *Literal {
	if l := s.keyOf(key); l != nil {
		return l
	}
	in, to, ok := s.resolve(key)
	if !ok || key.kind != reference || to.kind != other {
		return s.partial(key)
	}
	l := (&scope{in, s.project}).partial(to)
	if l != nil { // at the place that uses it
		l.Path = s.path
		l.Start, l.End = s.place(key)
	}
	return l
}

// keyOf is the text of a key where it is used; nil: it can't be read.
func (s *scope) keyOf(key value) *Literal {
	if l := s.prefixed(key); l != nil {
		return l
	}
	to := s.known(key, 0)
	if to == nil || key.kind == text {
		return to
	}
	l := *to // at the place that uses it
	l.Path, l.pieces, l.constant = s.path, nil, to
	l.Start, l.End = s.place(key)
	return &l
}

// prefixed reads State.USER_PREFIX + "name".
func (s *scope) prefixed(key value) *Literal {
	if key.end-key.first < 3 || key.end > len(s.tokens) {
		return nil
	}
	dotted, next := s.dotted(key.first)
	prefix := prefixes[dotted[strings.LastIndexByte(dotted, '.')+1:]]
	if prefix == "" || s.word(next) != "+" || next+2 != key.end || s.tokens[next+1].kind != str {
		return nil
	}
	l, _ := s.literal(next + 1)
	if l == nil {
		return nil
	}
	l.Text, l.pieces = prefix+l.Text, nil
	return l
}
