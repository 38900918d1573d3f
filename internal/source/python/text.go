package python

import (
	"sort"
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// text is what an expression is known to say.
type text struct {
	value      string // with keys.UnknownPart for what is known only when the program runs
	file       *file
	start, end int // in the file, without quotes where it is written as it is
	pieces     []piece
	unknown    []*syntax.Expr // what is not known
	names      []name         // fields that put texts into it
	composed   bool
}

// piece is a part of a text: written as it is, or somewhere else, so that it has only a place.
type piece struct {
	from    int
	segment *syntax.Segment // nil: written somewhere else
	at      int
}

// name is a field of an f-string that puts the text of a name into another one.
type name struct {
	value      string
	from       int // in the text
	start, end int // of the field, with its braces
}

// at is the offset in the file of one in the text.
func (t *text) at(offset int) int {
	i := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].from > offset }) - 1
	switch {
	case i < 0:
		return t.start
	case t.pieces[i].segment == nil:
		return t.pieces[i].at
	}
	return t.pieces[i].segment.At(offset - t.pieces[i].from)
}

func (t *text) partial() bool { return len(t.unknown) > 0 }

// mostText is how long a text is at most that several names make.
const mostText = 1 << 20

// text is what an expression says; nil: nothing is known of it.
func (s *scope) text(e *syntax.Expr) *text { return s.textIn(e, mostSteps) }

func (s *scope) textIn(e *syntax.Expr, left int) *text {
	switch {
	case e == nil || left == 0:
		return nil
	case e.Kind == syntax.String:
		return s.joined(e, left)
	case e.Is(syntax.Binary, "+"):
		return s.sum(e, left)
	case e.Kind == syntax.Call:
		return s.trimmed(e, left)
	case e.Is(syntax.Attribute, "value"): // of an enumeration
		if t := s.textIn(e.X, left-1); t != nil {
			return t
		}
	}
	if of := s.resolve(e.X).expr; e.Kind == syntax.Attribute && of != nil && of.Kind == syntax.Call { // of an agent
		return s.resolve(e.X).in.textIn(of.Argument(e.Name), left-1)
	}
	if to := s.resolve(e); to.expr != nil && to.expr != e {
		return to.in.textIn(to.expr, left-1)
	}
	return nil
}

// trimmed is the text of a call that changes only the white space of one.
func (s *scope) trimmed(e *syntax.Expr, left int) *text {
	switch e.X.Last() {
	case "dedent", "cleandoc":
		if len(e.Items) == 1 {
			return s.textIn(e.Items[0], left-1)
		}
	case "strip", "lstrip", "rstrip":
		if len(e.Items) == 0 && e.X.Kind == syntax.Attribute {
			return s.textIn(e.X.X, left-1)
		}
	}
	return nil
}

// joined is the text of strings that stand one after another.
func (s *scope) joined(e *syntax.Expr, left int) *text {
	t := &text{file: s.file, start: e.Start, end: e.End}
	var b strings.Builder
	for i := range e.Segments {
		segment := &e.Segments[i]
		t.composed = t.composed || segment.Formatted
		if segment.Field != nil {
			in := s.part(t, &b, segment.Field, segment.Start, left)
			if in != nil && !in.partial() {
				t.names = append(t.names, name{in.value, b.Len() - len(in.value), segment.Start, segment.End})
			}
			continue
		}
		t.pieces = append(t.pieces, piece{from: b.Len(), segment: segment})
		b.WriteString(segment.Text)
	}
	t.value = b.String()
	if len(e.Segments) == 1 && e.Segments[0].Field == nil {
		t.start, t.end = e.Segments[0].Start, e.Segments[0].End
	}
	return t
}

// sum is the text of several that are added; nil: none of them is known.
func (s *scope) sum(e *syntax.Expr, left int) *text {
	t := &text{file: s.file, start: e.Start, end: e.End, composed: true}
	var b strings.Builder
	for _, item := range e.Items {
		s.part(t, &b, item, item.Start, left)
	}
	if t.value = b.String(); len(t.unknown) == len(e.Items) {
		return nil
	}
	return t
}

// part adds what an expression says to a text, from a place on.
func (s *scope) part(t *text, b *strings.Builder, e *syntax.Expr, at, left int) *text {
	in := s.textIn(e, left-1)
	if in == nil || b.Len()+len(in.value) > mostText {
		t.pieces = append(t.pieces, piece{from: b.Len(), at: at})
		t.unknown = append(t.unknown, e)
		b.WriteString(keys.UnknownPart)
		return nil
	}
	if in.file == t.file {
		for _, p := range in.pieces {
			p.from += b.Len()
			t.pieces = append(t.pieces, p)
		}
	} else {
		t.pieces = append(t.pieces, piece{from: b.Len(), at: at})
	}
	t.unknown = append(t.unknown, in.unknown...)
	b.WriteString(in.value)
	return in
}
