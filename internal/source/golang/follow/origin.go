package follow

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// RangeKind says how the bytes of a part lie in its file.
type RangeKind uint8

// The kinds of ranges.
const (
	OfExpr   RangeKind = iota // computed by the expression at Start:End
	InRaw                     // in the raw string literal at Start:End
	InQuoted                  // in the interpreted string literal at Start:End
	InFile                    // in the embedded file, from Start on
)

// Range is where a part of a text comes from: a range of bytes of a file. The way from
// a string's bytes back leads over the escapes of a literal, and through an embedded file as it is.
type Range struct {
	Kind       RangeKind
	File       string // absolute
	Start, End int
	Skip       int // bytes of the literal's or file's value before the part
}

// Locate converts bytes from:to of the part to bytes of its file. Source is
// the file's text. Exact is false when the range is that of a whole
// expression.
func (r Range) Locate(source []byte, from, to int) (start, end int, exact bool) {
	if r.File == "" || r.Start < 0 || r.End > len(source) || r.Start > r.End {
		return 0, 0, false // the file is not the one that was compiled
	}
	from, to = r.Skip+from, r.Skip+to
	switch r.Kind {
	case InFile:
		return r.Start + from, min(r.Start+to, len(source)), true
	case InRaw:
		return locateRaw(source[r.Start:r.End], r.Start, from, to)
	case InQuoted:
		return locateQuoted(source[r.Start:r.End], r.Start, from, to)
	}
	return r.Start, r.End, false
}

// locateRaw skips the carriage returns that a raw literal drops.
func locateRaw(lit []byte, at, from, to int) (start, end int, exact bool) {
	if len(lit) < 2 || lit[0] != '`' {
		return at, at + len(lit), false
	}
	offset := func(n int, last bool) int {
		i := 1
		for ; i < len(lit)-1; i++ {
			if lit[i] == '\r' {
				continue
			}
			if n == 0 {
				break
			}
			if n--; n == 0 && last {
				return i + 1
			}
		}
		return i
	}
	start = at + offset(from, false)
	if to <= from {
		return start, start, true
	}
	return start, at + offset(to, true), true
}

// locateQuoted walks over the escapes of an interpreted literal. A range that
// begins or ends inside what one escape stands for takes in all of it.
func locateQuoted(lit []byte, at, from, to int) (start, end int, exact bool) {
	if len(lit) < 2 || lit[0] != '"' {
		return at, at + len(lit), false
	}
	body := string(lit[1 : len(lit)-1])
	start, end = -1, -1
	value := 0
	for rest := body; ; {
		here := at + 1 + len(body) - len(rest)
		if start < 0 && value >= from {
			start = here
		}
		if value >= to {
			end = here
			break
		}
		if rest == "" {
			return at, at + len(lit), false
		}
		r, multi, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			return at, at + len(lit), false
		}
		n := 1
		if multi {
			n = utf8.RuneLen(r)
		}
		if start < 0 && value+n > from {
			start = here
		}
		value += n
		rest = tail
	}
	return start, max(start, end), true
}

// Spell writes new text as it has to stand inside the range's literal; false
// if it can't.
func (r Range) Spell(s string) (string, bool) {
	switch r.Kind {
	case InFile:
		return s, true
	case InRaw:
		return s, !strings.ContainsAny(s, "`\r")
	case InQuoted:
		q := strconv.Quote(s)
		return q[1 : len(q)-1], true
	}
	return "", false
}
