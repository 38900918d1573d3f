package python

import "strings"

// What is put together of texts that are all known: how deeply, how long one is, and how
// long all are.
const (
	mostComposed    = 4
	longestComposed = 1 << 18
	allComposed     = 1 << 24
)

// composedOf is an expression that was put together; nil: it can't be.
type composedOf struct {
	in         *file
	first, end int
	partial    bool
}

// known is the text that an expression stands for, if all of it is: a literal, or strings and
// names of texts one behind the other.
func (s *scope) known(v value, deep int) *Literal { return s.compose(v, deep, false) }

// compose is the text that an expression stands for; if a part of it may be missing, with
// Unknown for what is known only when the program runs.
func (s *scope) compose(v value, deep int, partial bool) *Literal {
	in, to, ok := s.resolve(v)
	if l := (&scope{in, s.project}).textFile(to); l != nil {
		return l
	}
	switch {
	case ok && to.kind == text:
		return to.literal
	case !ok || to.kind != other || to.end <= to.first || deep > mostComposed:
		return nil
	}
	id := composedOf{in, to.first, to.end, partial}
	if l, known := s.project.composed[id]; known {
		return l
	}
	c := composer{scope: &scope{in, s.project}, literal: &Literal{Path: in.path, composed: true}, deep: deep, partial: partial}
	c.literal.Start, c.literal.End = c.place(to)
	s.project.composed[id] = nil // to whom asks on the way
	if (partial && c.formatted(to) || c.sum(to.first, to.end)) && s.project.bytes+c.b.Len() < allComposed {
		c.literal.Text = c.b.String()
		s.project.bytes += c.b.Len()
		s.project.composed[id] = c.literal
	}
	return s.project.composed[id]
}

// composer puts a text together.
type composer struct {
	*scope
	literal *Literal
	b       strings.Builder
	deep    int
	partial bool // a part may be unknown
}

// sum adds strings and names with plus signs between them.
func (c *composer) sum(i, end int) bool {
	c.b.Reset()
	c.literal.pieces, c.literal.fields = nil, nil
	for c.word(i) == "(" && c.closing(i) == end-1 {
		i, end = i+1, end-1
	}
	for i < end && c.b.Len() < longestComposed {
		next, ok := c.summand(i, end)
		if !ok || next == end {
			return ok
		}
		switch {
		case c.word(next) == "+":
			next++
		case c.tokens[i].kind != str || c.tokens[next].kind != str: // two of them are adjacent
			return false
		}
		i = next
	}
	return false
}

// summand adds one string or name, and says where it ends. What else has no operator but those
// in its brackets is unknown.
func (c *composer) summand(i, end int) (next int, ok bool) {
	switch c.tokens[i].kind {
	case str:
		return i + 1, c.str(i)
	case name:
		dotted, next := c.dotted(i)
		if c.add(value{kind: reference, name: dotted, first: i, end: next}, c.tokens[i].start) {
			return next, true
		}
		for next < end && (c.word(next) == "(" || c.word(next) == "[" || c.word(next) == ".") {
			if c.word(next) == "." {
				next += 2
			} else {
				next = c.closing(next) + 1
			}
		}
		return next, c.hole(c.tokens[i].start, c.words(value{first: i, end: next}))
	}
	return i, false
}

// hole adds what is not known, but for its source.
func (c *composer) hole(at int, source string) bool {
	if c.partial {
		c.literal.open = c.literal.open || !c.isHarmless(source)
		c.literal.pieces = append(c.literal.pieces, piece{c.b.Len(), at, true})
		c.b.WriteString(Unknown)
	}
	return c.partial
}

// add adds the text of a name.
func (c *composer) add(v value, at int) bool {
	l := c.compose(v, c.deep+1, c.partial)
	if l == nil || c.b.Len()+len(l.Text) > longestComposed {
		return false
	}
	c.copy(l, 0, len(l.Text), at)
	return true
}

// copy adds a part of a text, whose pieces are where they are if that is in this file.
func (c *composer) copy(l *Literal, from, to, at int) {
	before := c.b.Len()
	c.b.WriteString(l.Text[from:to])
	c.literal.Formatted, c.literal.open = c.literal.Formatted || l.Formatted, c.literal.open || l.open
	if l.Path != c.path || len(l.pieces) == 0 {
		c.literal.pieces = append(c.literal.pieces, piece{before, at, true})
		return
	}
	first := max(0, l.pieceOf(from))
	c.literal.pieces = append(c.literal.pieces, piece{before, l.At(from), l.pieces[first].fixed})
	for _, p := range l.pieces[first+1:] {
		if p.text > from && p.text < to {
			c.literal.pieces = append(c.literal.pieces, piece{before + p.text - from, p.file, p.fixed})
		}
	}
}

// str adds one string, with the texts of the names in its braces if it is formatted.
func (c *composer) str(i int) bool {
	t := c.tokens[i]
	o := openingAt(c.file.text, t.start)
	shut := t.end - len(o.quote)
	if strings.ContainsAny(o.prefix, "bt") || shut < o.body || !strings.HasSuffix(c.file.text[o.body:t.end], o.quote) {
		return false
	}
	if !o.formatted() {
		c.literal.decode(&c.b, c.file.text[:shut], o)
		return true
	}
	c.literal.Formatted = true
	body := c.file.text[:shut]
	if strings.Contains(body[o.body:], `\N`) {
		return false
	}
	for at := o.body; at < shut; {
		next := strings.IndexAny(body[at:], "{}")
		if next < 0 {
			next = shut - at
		}
		c.literal.decode(&c.b, body[:at+next], opening{prefix: o.prefix, quote: o.quote, body: at})
		if at += next; at == shut {
			return true
		}
		switch {
		case strings.HasPrefix(body[at:], body[at:at+1]+body[at:at+1]): // doubled
			c.literal.pieces = append(c.literal.pieces, piece{c.b.Len(), at, false})
			c.b.WriteByte(body[at])
			at += 2
		case body[at] == '{':
			end := fieldEnd(body, at+1, o.quote, 0)
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
	isName := inside != "" && !isDigit(inside[0]) && span(inside, func(b byte) bool { return b == '.' || isNameByte(b) }) == len(inside)
	return isName && c.field(inside, i, at, end) || c.hole(at, inside)
}
