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

// formatted adds text.format(…), text.replace(…) and text.strip().
func (c *composer) formatted(v syntax.Value) bool {
	open := c.LastCall(v)
	if open < 0 {
		return false
	}
	l := c.compose(c.Receiver(v.First, open-2), c.deep+1, true)
	if l == nil || len(l.Text) > longestComposed {
		return false
	}
	switch c.Word(open - 1) {
	case "format":
		return c.format(l, open)
	case "replace":
		return c.replace(l, open)
	case "strip", "lstrip", "rstrip":
		c.copy(l, 0, len(l.Text), c.Tokens[v.First].Start)
		return true
	}
	return false
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
