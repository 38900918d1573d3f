package names

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Template is the text of an instruction of which a part is known only when the program runs,
// with Unknown for that part; nil: nothing of it can be read.
func (s *Scope) Template(v syntax.Value) *syntax.Literal {
	l := s.compose(v, 0, true)
	if l == nil || strings.Trim(l.Text, syntax.Unknown+" \n") == "" {
		return nil
	}
	return l
}

// changed is the bracket of text.format(…), text.replace(…) or text.strip(), and the text; -1: an
// expression is something else.
func (s *Scope) changed(v syntax.Value) (open int, text syntax.Value) {
	open = s.LastCall(v)
	if open < 0 {
		return -1, text
	}
	switch s.Word(open - 1) {
	case "format", "replace", "strip", "lstrip", "rstrip":
		return open, s.Receiver(v.First, open-2)
	}
	return -1, text
}

// formatted adds what such a method makes of a text.
func (c *composer) formatted(v syntax.Value) bool {
	open, text := c.changed(v)
	if open < 0 {
		return false
	}
	l := c.compose(text, c.deep+1, true)
	return l != nil && c.make(l, open)
}

// make adds what the method at a bracket makes of a text.
func (c *composer) make(l *syntax.Literal, open int) bool {
	if len(l.Text) > longestComposed {
		return false
	}
	switch c.Word(open - 1) {
	case "format":
		return c.format(l, open)
	case "replace":
		return c.replace(l, open)
	}
	c.copy(l, 0, len(l.Text), c.Tokens[open].Start)
	return true
}

// ofGiven are the texts that such a method makes of each of those that the calls of the function around
// give it; none if there may be others.
func (s *Scope) ofGiven(v syntax.Value) (list []*syntax.Literal) {
	open, text := s.changed(v)
	if open < 0 {
		return nil
	}
	given, all := s.Arguments(text)
	for _, g := range given {
		l := s.Project.Scope(g.In).compose(g.Value, 1, true)
		c := composer{Scope: s, literal: &syntax.Literal{Path: s.Path, Composed: true}, deep: 1, partial: true}
		c.literal.Start, c.literal.End = s.Span(v)
		if !all || l == nil || s.Project.bytes+len(l.Text) >= allComposed || !c.make(l, open) {
			return nil
		}
		c.literal.Text = c.b.String()
		s.Project.bytes += c.b.Len() + 1
		list = append(list, c.literal)
	}
	return list
}

// format adds a text with what is given to the names in braces. Doubled braces stay as one.
func (c *composer) format(l *syntax.Literal, open int) bool {
	at := c.Tokens[open].Start
	for i := 0; i < len(l.Text) && c.b.Len() < longestComposed; {
		next := strings.IndexAny(l.Text[i:], "{}")
		if next < 0 {
			next = len(l.Text) - i
		}
		if next > 0 {
			c.copy(l, i, i+next, at)
		}
		if i += next; i == len(l.Text) {
			return true
		}
		if strings.HasPrefix(l.Text[i+1:], l.Text[i:i+1]) {
			c.copy(l, i, i+1, at)
			i += 2
			continue
		}
		end := strings.IndexByte(l.Text[i:], '}')
		if l.Text[i] == '}' || end < 0 {
			return false
		}
		given, ok := c.Keyword(open, l.Text[i+1:i+end])
		if !ok || !c.add(given, at) {
			c.hole(at, c.Words(given))
		}
		i += end + 1
	}
	return c.b.Len() < longestComposed
}

// replace adds a text in which another one is replaced by what is not known.
func (c *composer) replace(l *syntax.Literal, open int) bool {
	old := c.KnownText(c.Value(open+1), c.deep+1)
	at := c.Tokens[open].Start
	if old == nil || old.Text == "" {
		return false
	}
	for from := 0; ; {
		next := strings.Index(l.Text[from:], old.Text)
		if next < 0 {
			c.copy(l, from, len(l.Text), at)
			return true
		}
		c.copy(l, from, from+next, at)
		c.hole(at, "")
		from += next + len(old.Text)
	}
}
