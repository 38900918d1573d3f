package python

import (
	"slices"
	"sort"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// text is what an expression is known to say.
type text struct {
	value      string // with source.UnknownPart for what is known only when the program runs
	file       *file
	start, end int // in the file, without quotes where it is written as it is
	pieces     []piece
	composed   bool
}

// piece is a part of a text: written as it is, or somewhere else, so that it has only a place.
type piece struct {
	syntax.Piece
	elsewhere bool
}

// at is the offset in the file of one in the text.
func (t *text) at(offset int) int {
	i := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].Text > offset }) - 1
	switch {
	case i < 0:
		return t.start
	case t.pieces[i].elsewhere:
		return t.pieces[i].File
	}
	return t.pieces[i].File + offset - t.pieces[i].Text
}

func (t *text) partial() bool { return strings.Contains(t.value, source.UnknownPart) }

// mostText is how long a text is at most that several names make.
const mostText = 1 << 20

// text is what an expression says; nil: nothing is known of it.
func (s *scope) text(e *syntax.Expr) *text { return s.textIn(e, mostSteps) }

func (s *scope) textIn(e *syntax.Expr, left int) *text {
	switch {
	case e == nil || left == 0:
		return nil
	case e.Kind == syntax.String, e.Is(syntax.Binary, "+"):
		return s.joined(e, left)
	case e.Kind == syntax.Call:
		return s.trimmed(e, left)
	case e.Is(syntax.Attribute, "value"): // of an enumeration
		if t := s.textIn(e.X, left-1); t != nil {
			return t
		}
	}
	if to := s.resolve(e); to.expr != nil && to.expr != e {
		return to.in.textIn(to.expr, left-1)
	}
	return nil
}

// trimmed is the text of a call that changes only the white space of one.
func (s *scope) trimmed(e *syntax.Expr, left int) *text {
	switch callee := e.X.Last(); {
	case len(e.Items) == 1 && (callee == "dedent" || callee == "cleandoc"):
		return s.textIn(e.Items[0], left-1)
	case len(e.Items) == 0 && e.X.Kind == syntax.Attribute && strings.HasSuffix(callee, "strip"):
		return s.textIn(e.X.X, left-1)
	}
	return nil
}

// joined is the text of strings that stand one after another, or of what is added; nil: nothing of that is known.
func (s *scope) joined(e *syntax.Expr, left int) *text {
	t := &text{file: s.file, start: e.Start, end: e.End, composed: e.Kind == syntax.Binary}
	segments := slices.Clone(e.Segments)
	for _, item := range e.Items {
		segments = append(segments, syntax.Segment{Field: item, Start: item.Start})
	}
	var b strings.Builder
	for _, segment := range segments {
		t.composed = t.composed || segment.Formatted
		if segment.Field != nil {
			s.part(t, &b, segment.Field, segment.Start, left)
			continue
		}
		for _, p := range segment.Pieces {
			t.pieces = append(t.pieces, piece{syntax.Piece{Text: b.Len() + p.Text, File: p.File}, false})
		}
		b.WriteString(segment.Text)
	}
	if t.value = b.String(); e.Kind == syntax.Binary && strings.ReplaceAll(t.value, source.UnknownPart, "") == "" {
		return nil
	}
	if len(segments) == 1 && segments[0].Field == nil {
		t.start, t.end = segments[0].Start, segments[0].End
	}
	return t
}

// part adds what an expression says to a text, from a place on.
func (s *scope) part(t *text, b *strings.Builder, e *syntax.Expr, at, left int) {
	in := s.textIn(e, left-1)
	if in == nil || b.Len()+len(in.value) > mostText {
		t.pieces = append(t.pieces, piece{syntax.Piece{Text: b.Len(), File: at}, true})
		b.WriteString(source.UnknownPart)
		return
	}
	if in.file == t.file {
		for _, p := range in.pieces {
			p.Text += b.Len()
			t.pieces = append(t.pieces, p)
		}
	} else {
		t.pieces = append(t.pieces, piece{syntax.Piece{Text: b.Len(), File: at}, true})
	}
	b.WriteString(in.value)
}
