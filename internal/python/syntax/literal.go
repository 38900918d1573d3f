package syntax

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Literal is the text that one or more adjacent strings stand for.
type Literal struct {
	Text       string
	Path       string // of the file that has it
	Start, End int    // in the file, quotes included
	Pieces     []Piece
	Composed   bool     // of several literals
	Constant   *Literal // the text for which a name stands that is used as a key
	Fields     []Field  // those that put names into it
	// Formatted is whether an f-string is a part of the text, in which single braces are doubled.
	Formatted bool
	Open      bool // a part that is not known may have braces
}

// Verbatim reports whether the text is written at its place, rather than somewhere else.
func (l *Literal) Verbatim() bool { return len(l.Pieces) > 0 }

// Field is a field of an f-string that puts the text of a name into another text.
type Field struct {
	Path       string
	Start, End int // with its braces
	Name       string
	Text       string
	Constant   *Literal // that the name stands for
	From       int      // in the text
}

// Piece says where a part of the text that is written as it is begins. One that is fixed is
// written elsewhere, and has only a place.
type Piece struct {
	Text, File int
	Fixed      bool
}

// At returns the offset in the file of one in the text.
func (l *Literal) At(offset int) int {
	if len(l.Pieces) == 0 && offset > 0 {
		return max(l.Start, l.End-1) // the whole of it
	}
	i := l.PieceOf(offset)
	if i < 0 {
		return l.Start
	}
	if l.Pieces[i].Fixed {
		return l.Pieces[i].File
	}
	at := l.Pieces[i].File + offset - l.Pieces[i].Text
	if l.Composed { // its pieces may stand anywhere
		return at
	}
	return min(at, l.End)
}

// PieceOf is the last piece that begins at an offset in the text, or before; -1: none does.
func (l *Literal) PieceOf(offset int) int {
	return sort.Search(len(l.Pieces), func(i int) bool { return l.Pieces[i].Text > offset }) - 1
}

// Opening is a string's prefix and quotes.
type Opening struct {
	Prefix string
	Quote  string
	Body   int // where the text begins
}

// OpeningAt reads the prefix and the quotes of the string that begins at an offset.
func OpeningAt(text string, at int) Opening {
	o := Opening{Prefix: strings.ToLower(text[at : at+span(text[at:], IsNameByte)])}
	rest := text[at+len(o.Prefix):]
	o.Quote = rest[:1]
	if strings.HasPrefix(rest, strings.Repeat(o.Quote, 3)) {
		o.Quote = rest[:3]
	}
	o.Body = at + len(o.Prefix) + len(o.Quote)
	return o
}

// isClosed reports whether a text ends with a string, rather than in it.
func (o Opening) isClosed(text string) bool {
	return o.Body+len(o.Quote) <= len(text) && strings.HasSuffix(text, o.Quote)
}

// Formatted reports whether braces in the string are fields.
func (o Opening) Formatted() bool { return strings.ContainsAny(o.Prefix, "ft") }
func (o Opening) raw() bool       { return strings.Contains(o.Prefix, "r") }

// mostNested is how deeply strings in the braces of strings are followed.
const mostNested = 8

// stringEnd returns the offset behind a string: behind its closing quotes, at the end
// of the line for one in single quotes that is never closed, else at the file's end.
func stringEnd(text string, at int) int { return stringEndIn(text, at, 0) }

func stringEndIn(text string, at, nested int) int {
	o := OpeningAt(text, at)
	for i := o.Body; i < len(text); {
		switch {
		case strings.HasPrefix(text[i:], o.Quote):
			return i + len(o.Quote)
		case text[i] == '\\':
			i += 2
		case text[i] == '\n' && len(o.Quote) == 1:
			return i
		case text[i] == '{' && o.Formatted() && strings.HasPrefix(text[i:], "{{"):
			i += 2
		case text[i] == '{' && o.Formatted() && nested < mostNested:
			i = FieldEnd(text, i+1, o.Quote, nested)
		default:
			i++
		}
	}
	return len(text)
}

// FieldEnd returns the offset behind the braces of a formatted string. Strings in
// them may have the quotes of the string around.
func FieldEnd(text string, i int, quote string, nested int) int {
	for depth := 1; i < len(text); {
		switch c := text[i]; {
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case c == '\n' && len(quote) == 1:
			return i
		case depth == 1 && strings.HasPrefix(text[i:], quote) && closesHere(text[i+len(quote):]):
			return i
		case c == '"' || c == '\'':
			i = max(i+1, stringEndIn(text, i, nested+1))
			continue
		}
		i++
	}
	return i
}

// closesHere reports whether quotes in braces that aren't closed before the line ends
// close the string: it is broken then.
func closesHere(rest string) bool {
	rest = rest[:min(len(rest), longestField)]
	return !strings.Contains(rest[:lineLength(rest)], "}")
}

// longestField bounds how far ahead is looked, so that the time stays linear.
const longestField = 200

// Literal reads adjacent strings from a token on; nil if one of them is not plain
// text, with the number of tokens in any case.
func (s *Source) Literal(i int) (*Literal, int) {
	l := &Literal{Path: s.Path, Start: s.Tokens[i].Start}
	var b strings.Builder
	n, plain := 0, true
	for ; i+n < len(s.Tokens) && s.Tokens[i+n].Kind == String; n++ {
		t := s.Tokens[i+n]
		o := OpeningAt(s.Text, t.Start)
		if o.Formatted() || strings.Contains(o.Prefix, "b") || !o.isClosed(s.Text[:t.End]) {
			plain = false
			continue
		}
		l.Decode(&b, s.Text[:t.End-len(o.Quote)], o)
		l.End = t.End
	}
	if !plain {
		return nil, n
	}
	l.Text = b.String()
	return l, n
}

// Decode adds the text of one string, which ends where the file's text is cut.
func (l *Literal) Decode(b *strings.Builder, text string, o Opening) {
	l.Pieces = append(l.Pieces, Piece{b.Len(), o.Body, false})
	for i := o.Body; i < len(text); {
		next := strings.IndexAny(text[i:], "\\\r")
		if next < 0 {
			b.WriteString(text[i:])
			return
		}
		b.WriteString(text[i : i+next])
		i += next
		size := 1
		switch {
		case text[i] == '\r':
			if !strings.HasPrefix(text[i:], "\r\n") {
				b.WriteByte('\n')
			}
		case o.raw():
			b.WriteByte('\\')
		default:
			var value string
			value, size = escape(text[i:])
			b.WriteString(value)
		}
		i += size
		l.Pieces = append(l.Pieces, Piece{b.Len(), i, false})
	}
}

var simpleEscapes = map[byte]string{
	'\n': "", '\\': `\`, '\'': `'`, '"': `"`, 'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v",
}

// escape reads an escape sequence at the beginning of a text, and says how long it is.
// One that Python doesn't know stands for itself.
func escape(text string) (value string, size int) {
	if len(text) < 2 {
		return text, len(text)
	}
	if strings.HasPrefix(text, "\\\r\n") {
		return "", 3
	}
	if v, ok := simpleEscapes[text[1]]; ok {
		return v, 2
	}
	switch c := text[1]; {
	case c == 'x':
		return coded(text, 2, 2, 16)
	case c == 'u':
		return coded(text, 2, 4, 16)
	case c == 'U':
		return coded(text, 2, 8, 16)
	case c == 'N' && strings.HasPrefix(text[2:], "{"):
		if end := strings.IndexByte(text[:min(len(text), longestField)], '}'); end > 0 {
			return string(utf8.RuneError), end + 1
		}
	case '0' <= c && c <= '7':
		digits := min(3, span(text[1:], func(c byte) bool { return '0' <= c && c <= '7' }))
		return coded(text, 1, digits, 8)
	}
	return text[:1], 1
}

func coded(text string, start, digits, base int) (value string, size int) {
	if len(text) < start+digits {
		return text[:1], 1
	}
	n, err := strconv.ParseUint(text[start:start+digits], base, 32)
	if err != nil {
		return text[:1], 1
	}
	return string(rune(n)), start + digits
}

// ValueOf is the value that one token is.
func (s *Source) ValueOf(i int) Value {
	v := Value{First: i, End: i + 1}
	if l, _ := s.Literal(i); l != nil {
		v.Kind, v.Literal = Text, l
	} else if s.Tokens[i].Kind == Name {
		v.Kind, v.Name = Reference, s.Word(i)
	}
	return v
}
