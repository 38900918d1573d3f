package follow

import (
	"go/ast"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Span is the place of a node.
func (p *Package) Span(n ast.Node) diag.Span {
	o := p.OriginOf(n)
	return diag.Span{File: p.Sources.Name(o.File), Start: o.Start, End: o.End}
}

// Place converts a range of a text to the source. Where that is impossible it
// is the whole of e. The origin is returned if the range can be edited there.
func (p *Package) Place(t Text, from, to int, e ast.Expr) (diag.Span, *Range) {
	first, a := t.partAt(from)
	last, b := first, a
	if to > from {
		last, b = t.partAt(to - 1)
	}
	if first < 0 || last < 0 || t[first].Hole || t[last].Hole {
		return p.Span(e), nil
	}
	head, tail := t[first].From, t[last].From
	src := p.Sources.Open(head.File)
	if src == nil || head.File != tail.File || p.inGenerated(head.File, src.Text) {
		return p.Span(e), nil
	}
	if first == last {
		start, end, exact := head.Locate(src.Text, from-a, to-a)
		if !exact {
			return p.Span(e), nil
		}
		return diag.Span{File: src.Name, Start: start, End: end}, &head
	}
	whole := p.Span(e)
	start, _, exact := head.Locate(src.Text, from-a, from-a+1)
	_, end, also := tail.Locate(src.Text, to-1-b, to-b)
	isInside := whole.Start <= start && end <= whole.End && src.Name == whole.File
	if !exact || !also || !isInside {
		return whole, nil
	}
	return diag.Span{File: src.Name, Start: start, End: end}, nil
}

// inGenerated reports whether a text is in a Go file that a generator
// wrote: a mistake is then where the text is used.
func (p *Package) inGenerated(path string, content []byte) bool {
	is, known := p.generatedTexts[path]
	if !known {
		is = strings.HasSuffix(path, ".go") && generatedHeader.Match(content)
		p.generatedTexts[path] = is
	}
	return is
}

var generatedHeader = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// KeyPlace is the place of a key. Of a key that is built of several parts it is what
// is in e itself: of a call of a key builder the call, of a wrapper's
// argument the argument.
func (p *Package) KeyPlace(t Text, e ast.Expr) (diag.Span, *Range) {
	if len(t) == 1 && t.Known() {
		return p.Place(t, 0, len(t[0].Text), e)
	}
	whole := p.Span(e)
	_, isCall := ast.Unparen(e).(*ast.CallExpr)
	var inside, outside []diag.Span
	at := 0
	for _, part := range t {
		n := len(part.String())
		if span, edit := p.Place(t, at, at+n, e); edit != nil && n > 0 {
			if span.File == whole.File && whole.Start <= span.Start && span.End <= whole.End {
				inside = append(inside, span)
			} else {
				outside = append(outside, span)
			}
		}
		at += n
	}
	switch {
	case isCall && len(outside) > 0:
		return whole, nil
	case len(inside) > 0:
		return diag.Span{File: whole.File, Start: inside[0].Start, End: inside[len(inside)-1].End}, nil
	case len(outside) > 0:
		return outside[0], nil
	}
	return whole, nil
}

// partAt returns the index and the start of the part that holds the byte at
// an offset; of the last part for the end of the text.
func (t Text) partAt(offset int) (i, start int) {
	for i, p := range t {
		n := len(p.String())
		if offset < start+n || i == len(t)-1 && offset == start+n {
			return i, start
		}
		start += n
	}
	return -1, 0
}
