package python

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// text is what an expression is known to say.
type text struct {
	value    string // with source.UnknownPart for what is known only when the program runs
	file     *file
	pieces   []piece
	composed bool
}

// piece is a part of a text: written as it is, or somewhere else, so that it has only a place.
type piece struct {
	syntax.Piece
	elsewhere bool
}

// at is the offset in the file of one in the text.
func (t *text) at(offset int) int {
	i := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].Text > offset }) - 1
	if t.pieces[i].elsewhere {
		return t.pieces[i].File
	}
	return t.pieces[i].File + offset - t.pieces[i].Text
}

func (t *text) partial() bool { return strings.Contains(t.value, source.UnknownPart) }

// mostText is how long a text is at most that several names make.
const mostText = 1 << 20

// text is what an expression says; nil: nothing is known of it.
func (s *scope) text(e syntax.Expr) *text { return s.textIn(e, mostSteps) }

func (s *scope) textIn(e syntax.Expr, left int) *text {
	e = e.Bare()
	if left == 0 || len(e) == 0 {
		return nil
	}
	isWord := func(n syntax.Node) bool { return n.Kind == syntax.Word && n.Joins() }
	terms := e.Split("+")
	switch {
	case slices.ContainsFunc(e, isWord):
		return nil
	case len(terms) > 1 || isString(e):
		return s.joined(terms, left)
	}
	if callee, arguments := e.Call(); callee != nil { // that changes only the white space of a text
		of, name := callee.Attribute()
		name = cmp.Or(name, callee.Name())
		switch {
		case len(arguments) == 1 && (name == "dedent" || name == "cleandoc"):
			return s.textIn(arguments[0], left-1)
		case len(arguments) == 0 && strings.HasSuffix(name, "strip"):
			return s.textIn(of, left-1)
		}
		return nil
	}
	if of, name := e.Attribute(); name == "value" { // of an enumeration
		if t := s.textIn(of, left-1); t != nil {
			return t
		}
	}
	if len(e.Dotted()) == 0 {
		return nil
	}
	to := s.resolve(e)
	return to.in.textIn(to.expr, left-1)
}

// isString reports whether an expression is a string, or several one after another.
func isString(e syntax.Expr) bool {
	return !slices.ContainsFunc(e, func(n syntax.Node) bool { return len(n.Parts) == 0 })
}

// joined is the text of strings that stand one after another, or of what is added; nil: nothing of that is known.
func (s *scope) joined(terms []syntax.Expr, left int) *text {
	t := &text{file: s.file, composed: len(terms) > 1}
	var parts []syntax.Part
	for _, term := range terms {
		switch {
		case len(term) == 0:
			continue
		case !isString(term):
			parts = append(parts, syntax.Part{Field: term, Start: term.Start()})
			continue
		}
		for _, n := range term {
			parts = append(parts, n.Parts...)
		}
	}
	var b strings.Builder
	for _, part := range parts {
		t.composed = t.composed || part.Formatted
		if part.Field != nil {
			s.part(t, &b, part, left)
			continue
		}
		for _, p := range part.Pieces {
			t.pieces = append(t.pieces, piece{syntax.Piece{Text: b.Len() + p.Text, File: p.File}, false})
		}
		b.WriteString(part.Text)
	}
	if t.value = b.String(); len(terms) > 1 && strings.ReplaceAll(t.value, source.UnknownPart, "") == "" {
		return nil
	}
	return t
}

// part adds what a field, or a term, says to a text.
func (s *scope) part(t *text, b *strings.Builder, of syntax.Part, left int) {
	elsewhere := piece{syntax.Piece{File: of.Start}, true}
	in := s.textIn(of.Field, left-1)
	switch {
	case in == nil || b.Len()+len(in.value) > mostText:
		in = &text{value: source.UnknownPart, pieces: []piece{elsewhere}}
	case in.file != t.file:
		in.pieces = []piece{elsewhere}
	}
	for _, p := range in.pieces {
		p.Text += b.Len()
		t.pieces = append(t.pieces, p)
	}
	b.WriteString(in.value)
}
