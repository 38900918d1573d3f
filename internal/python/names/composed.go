package names

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// What is put together of texts that are all known: how deeply, how long one is, and how
// long all are.
const (
	mostComposed    = 4
	longestComposed = 1 << 18
	allComposed     = 1 << 22
)

// composedOf is an expression that was put together; nil: it can't be.
type composedOf struct {
	in         *File
	first, end int
	partial    bool
}

// KnownText is the text that an expression stands for, if all of it is: a literal, or strings and
// names of texts one behind the other.
func (s *Scope) KnownText(v syntax.Value, deep int) *syntax.Literal { return s.compose(v, deep, false) }

// compose is the text that an expression stands for; if a part of it may be missing, with
// Unknown for what is known only when the program runs.
func (s *Scope) compose(v syntax.Value, deep int, partial bool) *syntax.Literal {
	in, to, ok := s.Resolve(v)
	if l := s.Project.Scope(in).textFile(to); l != nil {
		return l
	}
	switch {
	case ok && to.Kind == syntax.Text:
		return to.Literal
	case !ok || to.Kind != syntax.Other || to.End <= to.First || deep > mostComposed:
		return nil
	}
	id := composedOf{in, to.First, to.End, partial}
	if l, known := s.Project.composed[id]; known {
		return l
	}
	c := composer{Scope: s.Project.Scope(in), literal: &syntax.Literal{Path: in.Path, Composed: true}, deep: deep, partial: partial}
	c.literal.Start, c.literal.End = c.Span(to)
	s.Project.composed[id] = nil // to whom asks on the way
	if (partial && c.formatted(to) || c.sum(to.First, to.End)) && s.Project.bytes+c.b.Len() < allComposed {
		c.literal.Text = c.b.String()
		s.Project.bytes += c.b.Len()
		s.Project.composed[id] = c.literal
	}
	return s.Project.composed[id]
}

// composer puts a text together.
type composer struct {
	*Scope
	literal *syntax.Literal
	b       strings.Builder
	deep    int
	partial bool // a part may be unknown
}

// sum adds strings and names with plus signs between them.
func (c *composer) sum(i, end int) bool {
	c.b.Reset()
	c.literal.Pieces, c.literal.Fields = nil, nil
	for c.Word(i) == "(" && c.Closing(i) == end-1 {
		i, end = i+1, end-1
	}
	for i < end && c.b.Len() < longestComposed {
		next, ok := c.summand(i, end)
		if !ok || next == end {
			return ok
		}
		switch {
		case c.Word(next) == "+":
			next++
		case c.Tokens[i].Kind != syntax.String || c.Tokens[next].Kind != syntax.String: // two of them are adjacent
			return false
		}
		i = next
	}
	return false
}

// summand adds one string or name, and says where it ends. What else has no operator but those
// in its brackets is unknown.
func (c *composer) summand(i, end int) (next int, ok bool) {
	switch c.Tokens[i].Kind {
	case syntax.String:
		return i + 1, c.str(i)
	case syntax.Name:
		dotted, next := c.Dotted(i)
		if c.add(syntax.Value{Kind: syntax.Reference, Name: dotted, First: i, End: next}, c.Tokens[i].Start) {
			return next, true
		}
		for next < end && (c.Word(next) == "(" || c.Word(next) == "[" || c.Word(next) == ".") {
			if c.Word(next) == "." {
				next += 2
			} else {
				next = c.Closing(next) + 1
			}
		}
		whole := syntax.Value{First: i, End: next}
		if open, _ := c.changed(whole); open >= 0 && c.partial && c.add(whole, c.Tokens[i].Start) {
			return next, true
		}
		return next, c.hole(c.Tokens[i].Start, c.Words(whole))
	}
	return i, false
}

// hole adds what is not known, but for its source.
func (c *composer) hole(at int, source string) bool {
	if c.partial {
		c.literal.Open = c.literal.Open || !c.isHarmless(source)
		c.literal.Pieces = append(c.literal.Pieces, syntax.Piece{Text: c.b.Len(), File: at, Fixed: true})
		c.b.WriteString(syntax.Unknown)
	}
	return c.partial
}

// add adds the text of a name.
func (c *composer) add(v syntax.Value, at int) bool {
	l := c.compose(v, c.deep+1, c.partial)
	if l == nil || c.b.Len()+len(l.Text) > longestComposed {
		return false
	}
	c.copy(l, 0, len(l.Text), at)
	return true
}

// copy adds a part of a text, whose pieces are where they are if that is in this file.
func (c *composer) copy(l *syntax.Literal, from, to, at int) {
	before := c.b.Len()
	c.b.WriteString(l.Text[from:to])
	c.literal.Formatted, c.literal.Open = c.literal.Formatted || l.Formatted, c.literal.Open || l.Open
	if l.Path != c.Path || len(l.Pieces) == 0 {
		c.literal.Pieces = append(c.literal.Pieces, syntax.Piece{Text: before, File: at, Fixed: true})
		return
	}
	first := max(0, l.PieceOf(from))
	c.literal.Pieces = append(c.literal.Pieces, syntax.Piece{Text: before, File: l.At(from), Fixed: l.Pieces[first].Fixed})
	for _, p := range l.Pieces[first+1:] {
		if p.Text > from && p.Text < to {
			c.literal.Pieces = append(c.literal.Pieces, syntax.Piece{Text: before + p.Text - from, File: p.File, Fixed: p.Fixed})
		}
	}
}

// str adds one string, with the texts of the names in its braces if it is formatted.
func (c *composer) str(i int) bool {
	t := c.Tokens[i]
	o := syntax.OpeningAt(c.File.Text, t.Start)
	shut := t.End - len(o.Quote)
	if strings.ContainsAny(o.Prefix, "bt") || shut < o.Body || !strings.HasSuffix(c.File.Text[o.Body:t.End], o.Quote) {
		return false
	}
	if !o.Formatted() {
		c.literal.Decode(&c.b, c.File.Text[:shut], o)
		return true
	}
	c.literal.Formatted = true
	body := c.File.Text[:shut]
	if strings.Contains(body[o.Body:], `\N`) {
		return false
	}
	for at := o.Body; at < shut; {
		next := strings.IndexAny(body[at:], "{}")
		if next < 0 {
			next = shut - at
		}
		c.literal.Decode(&c.b, body[:at+next], syntax.Opening{Prefix: o.Prefix, Quote: o.Quote, Body: at})
		if at += next; at == shut {
			return true
		}
		switch {
		case strings.HasPrefix(body[at:], body[at:at+1]+body[at:at+1]): // doubled
			c.literal.Pieces = append(c.literal.Pieces, syntax.Piece{Text: c.b.Len(), File: at, Fixed: false})
			c.b.WriteByte(body[at])
			at += 2
		case body[at] == '{':
			end := syntax.FieldEnd(body, at+1, o.Quote, 0)
			if !c.filled(i, at, end, strings.TrimSpace(body[at+1:max(at+1, end-1)])) {
				return false
			}
			at = end
		default:
			return false
		}
	}
	return true
}

// filled adds what is in braces, from an offset to another, of the string at a token: the text of a
// name, or what is not known.
func (c *composer) filled(i, at, end int, inside string) bool {
	return syntax.IsName(inside, '.') && c.field(inside, i, at, end) || c.hole(at, inside)
}

// field adds the text of the name in a field of a string, and notes it if it is a name, too.
func (c *composer) field(inside string, i, at, end int) bool {
	from := c.b.Len()
	v := syntax.Value{Kind: syntax.Reference, Name: inside, First: i, End: i + 1}
	if !c.add(v, at) {
		return false
	}
	key, constant := c.b.String()[from:], c.compose(v, c.deep+1, c.partial)
	if constant != nil && syntax.IsName(key, ':') {
		c.literal.Fields = append(c.literal.Fields, syntax.Field{Path: c.Path, Start: at, End: end, Name: inside, Text: key, Constant: constant, From: from})
	}
	return true
}
