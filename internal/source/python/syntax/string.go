package syntax

import (
	"strconv"
	"strings"
)

// Segment is a part of a string: text, or a field in the braces of a formatted one.
type Segment struct {
	Text       string
	Field      *Expr // nil: this is text
	Start, End int   // in the file
	Formatted  bool  // single braces are doubled here
	Pieces     []Piece
}

// Piece is where a part of the text that is written as it is begins, and where in the file.
type Piece struct{ Text, File int }

// opening is a string's prefix and quotes.
type opening struct {
	prefix, quote string
	body          int // where the text begins
}

func openingAt(text string, at int) opening {
	o := opening{prefix: strings.ToLower(text[at : at+span(text[at:], isNameByte)])}
	rest := text[at+len(o.prefix):]
	o.quote = rest[:1]
	if strings.HasPrefix(rest, strings.Repeat(o.quote, 3)) {
		o.quote = rest[:3]
	}
	o.body = at + len(o.prefix) + len(o.quote)
	return o
}

// isClosed reports whether a text ends with the string, rather than in it.
func (o opening) isClosed(text string) bool {
	return o.body+len(o.quote) <= len(text) && strings.HasSuffix(text, o.quote)
}

func (o opening) formatted() bool { return strings.ContainsAny(o.prefix, "ft") }

// mostNested is how deeply strings in the braces of strings are followed.
const mostNested = 4

// stringEnd returns the offset behind a string: behind its closing quotes, at the end of the line for one
// in single quotes that is never closed, else at the file's end.
func stringEnd(text string, at int) int { return stringEndIn(text, at, 0) }

func stringEndIn(text string, at, nested int) int {
	o := openingAt(text, at)
	for i := o.body; i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], o.quote):
			return i + len(o.quote)
		case o.formatted() && strings.HasPrefix(text[i:], "\\{"):
			i++ // which escapes no brace
		case text[i] == '\\':
			i += escaped(text[i:])
		case isLineEnd(text[i]) && len(o.quote) == 1:
			return i
		case text[i] == '{' && o.formatted() && strings.HasPrefix(text[i:], "{{"):
			i += 2
		case text[i] == '{' && o.formatted() && nested < mostNested:
			i = fieldEnd(text, i+1, o.quote, nested)
		default:
			i++
		}
	}
	return len(text)
}

// fieldEnd returns the offset behind the braces of a formatted string. Strings in them may have the quotes of
// the string around.
func fieldEnd(text string, i int, quote string, nested int) int {
	for depth := 1; i < len(text); {
		switch c := text[i]; {
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case isLineEnd(c) && len(quote) == 1:
			return i
		case c == '"' || c == '\'':
			i = max(i+1, stringEndIn(text, i, nested+1))
			continue
		}
		i++
	}
	return i
}

// segments reads the string at a token; false: it is one of bytes, or never closed.
func (p *parser) segments(t Token) (list []Segment, ok bool) {
	o := openingAt(p.text, t.Start)
	if !o.isClosed(p.text[:t.End]) {
		p.isBroken()
		return nil, false
	}
	if strings.Contains(o.prefix, "b") {
		return nil, false
	}
	d := decoder{text: p.text[:t.End-len(o.quote)], at: o.body, raw: strings.Contains(o.prefix, "r")}
	if !o.formatted() {
		return []Segment{d.segment("\\")}, true
	}
	for {
		s := d.segment("\\{}")
		s.Formatted = true
		list = append(list, s)
		if d.at >= len(d.text) {
			return list, true
		}
		end := fieldEnd(d.text, d.at+1, o.quote, 0)
		list = append(list, Segment{Field: p.field(d.at+1, end, t), Start: d.at, End: end})
		d.at = end
	}
}

// decoder reads the text of one string.
type decoder struct {
	text string
	at   int
	raw  bool
}

// segment reads up to a field or the end. Stops are the bytes that don't stand for themselves.
func (d *decoder) segment(stops string) Segment {
	s := Segment{Start: d.at, Pieces: []Piece{{0, d.at}}}
	var b strings.Builder
	for d.at < len(d.text) {
		next := strings.IndexAny(d.text[d.at:], stops)
		if next < 0 {
			next = len(d.text) - d.at
		}
		b.WriteString(d.text[d.at : d.at+next])
		d.at += next
		if d.at == len(d.text) || d.isField() {
			break
		}
		value, size := d.special()
		b.WriteString(value)
		d.at += size
		s.Pieces = append(s.Pieces, Piece{b.Len(), d.at})
	}
	s.Text, s.End = b.String(), d.at
	return s
}

func (d *decoder) isField() bool {
	return d.text[d.at] == '{' && !strings.HasPrefix(d.text[d.at:], "{{")
}

// special reads what doesn't stand for itself: an escape sequence, or a brace.
func (d *decoder) special() (value string, size int) {
	rest := d.text[d.at:]
	switch {
	case rest[0] == '{' || strings.HasPrefix(rest, "}}"):
		return rest[:1], 2
	case d.raw || rest[0] == '}':
		return rest[:1], 1
	}
	return escape(rest)
}

// escape reads an escape sequence at the beginning of a text, and says how long it is. One that is rare
// stands for itself.
func escape(text string) (value string, size int) {
	switch rest := text[1:]; {
	case strings.HasPrefix(rest, "\r\n"):
		return "", 3
	case strings.HasPrefix(rest, "\n"):
		return "", 2
	case strings.HasPrefix(rest, "'"), strings.HasPrefix(rest, `"`):
		return rest[:1], 2
	}
	r, _, rest, err := strconv.UnquoteChar(text, 0) // Python's are those of Go
	if err != nil {
		return text[:1], 1
	}
	return string(r), len(text) - len(rest)
}
