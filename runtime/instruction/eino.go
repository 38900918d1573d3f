package instruction

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// EinoField is what eino reads between a pair of braces.
type EinoField struct {
	// Path is the key and what is looked up in its value, one after the other;
	// empty: all session values.
	Path []string
	// Format is what follows the first colon.
	Format string
	// Automatic says that nothing names a value, as in {} and {:>9}. A text that has
	// such a field fails when it has a second field of any kind.
	Automatic bool
	keyStart  int
}

var errEinoField = errors.New("not a name that can be looked up")

// ReadEinoField reads the text between a pair of braces, as the library
// does that eino calls (github.com/slongfield/pyfmt), its oddities included:
// {0.x} and {.x} are x, and {x[a][b]} is an error.
func ReadEinoField(body string) (EinoField, error) {
	name, format, _ := strings.Cut(body, ":")
	f := EinoField{Format: format, Automatic: name == ""}
	first, rest, err := cutEinoName(name, true)
	if err != nil {
		return f, err
	}
	if n, err := strconv.ParseUint(first, 10, 64); err == nil && n > 0 {
		return f, errEinoField // there is one list of values, and that is number 0
	} else if err != nil && first != "" {
		f.Path = append(f.Path, first)
	}
	for rest != "" {
		from := len(name) - len(rest)
		if first, rest, err = cutEinoName(rest, false); err != nil {
			return f, err
		}
		if len(f.Path) == 0 {
			f.keyStart = from
			if strings.HasPrefix(name[from:], "["+first+"]") {
				f.keyStart++
			}
		}
		f.Path = append(f.Path, first)
	}
	return f, nil
}

// cutEinoName returns the first part of a name, and the others.
func cutEinoName(name string, first bool) (part, rest string, err error) {
	start := 0
	if !first && strings.HasPrefix(name, "[") {
		start = 1
	}
	n := strings.IndexAny(name[start:], "[].")
	if n < 0 {
		return name, "", nil
	}
	end := start + n
	switch {
	case name[end] == '.':
		return name[:end], name[end+1:], nil
	case name[end] == '[' && start == 0:
		return name[:end], name[end:], nil
	case name[end] == '[' || start == 0:
		return "", "", errEinoField
	}
	rest = name[end+1:]
	if rest != "" && rest[0] != '[' && rest[0] != '.' {
		return "", "", errEinoField
	}
	return name[start:end], rest[min(1, len(rest)):], nil
}

// IsEinoFormat reports whether eino can read a format: [[fill]align][sign][#][0][width][.precision][verb].
func IsEinoFormat(format string) bool {
	rest := format
	if _, size := utf8.DecodeRuneInString(rest); size < len(rest) && strings.IndexByte("<>=^", rest[size]) >= 0 {
		rest = rest[size+1:]
	} else if size > 1 && size == len(rest) {
		return false // the library panics
	} else if rest != "" && strings.IndexByte("<>=^", rest[0]) >= 0 {
		rest = rest[1:]
	}
	rest = skipOne(skipOne(skipOne(rest, "+- "), "#"), "0")
	rest = strings.TrimLeft(rest, "0123456789")
	if after, ok := strings.CutPrefix(rest, "."); ok {
		rest = strings.TrimLeft(after, "0123456789")
		if rest == after && rest == "%" {
			return false // a percentage wants the digits
		}
	}
	return skipOne(rest, "bdoxXeEfFgGrts%") == ""
}

func skipOne(text, chars string) string {
	if text != "" && strings.IndexByte(chars, text[0]) >= 0 {
		return text[1:]
	}
	return text
}

// findEino looks for a mark from pos on, as eino's library does.
func (f *finder) findEino(text string, pos int) {
	n := strings.IndexAny(text[pos:], "{}")
	if n < 0 {
		f.stop(text)
		return
	}
	start := pos + n
	f.tok = Token{Kind: Group, Start: start, End: start + 1, NameStart: start, NameEnd: start}
	if start+1 < len(text) && text[start+1] == text[start] {
		f.tok.Kind, f.tok.End = Escaped, start+2
		return
	}
	end := -1
	if !f.unclosed {
		end = strings.IndexByte(text[start:], '}')
		f.unclosed = end < 0
	}
	if end <= 0 {
		return // a brace of its own
	}
	f.tok.End, f.tok.NameStart, f.tok.NameEnd = start+end+1, start+1, start+end
	field, err := ReadEinoField(text[start+1 : start+end])
	if err == nil && len(field.Path) > 0 && isIdentifier(field.Path[0]) {
		f.tok.Kind = Key
		f.tok.NameStart += field.keyStart
		f.tok.NameEnd = f.tok.NameStart + len(field.Path[0])
	}
}

var (
	errNotOneValue = errors.New("it names no single value")
	errNotPlain    = errors.New("a value can't be formatted, nor be reached into")
)

// EinoProblem says why stategen's own code inserts no value where eino has a
// placeholder, or fails: nil if it does.
func (t *Token) EinoProblem() error {
	switch {
	case t.Kind == Group:
		return errNotOneValue
	case t.Kind == Key && t.End-t.Start != t.NameEnd-t.NameStart+len("{}"):
		return errNotPlain
	}
	return nil
}
