package diag

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// plainPosition says in its own terms what Position is to be.
func plainPosition(text []byte, offset int) Position {
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	return Position{Line: bytes.Count(text[:offset], []byte("\n")) + 1, Column: utf8.RuneCount(text[start:offset]) + 1}
}

// plainOffset does so for Offset.
func plainOffset(src *Source, p Position) int {
	offset := src.lines[p.Line-1]
	line := src.Line(p.Line)
	for i := 1; i < p.Column && len(line) > 0; i++ {
		_, size := utf8.DecodeRune(line)
		line, offset = line[size:], offset+size
	}
	return offset
}

func TestPositionsInLongLines(t *testing.T) {
	pieces := []string{
		"a", "é", "日", "👩", "\x80", "\xf0\x9f", "\r", "\n",
		strings.Repeat("b", 700), strings.Repeat("\x80", 50), strings.Repeat("日", 900),
	}
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(1, seed))
		var text []byte
		for range 15 {
			text = append(text, pieces[r.IntN(len(pieces))]...)
		}
		src := NewSource("f", text)
		for offset := 0; offset <= len(text); offset += 1 + r.IntN(20) {
			at := src.Position(offset)
			if want := plainPosition(text, offset); at != want {
				t.Fatalf("seed %d: offset %d is at %v, want %v", seed, offset, at, want)
			}
			if back, want := src.Offset(at), plainOffset(src, at); back != want {
				t.Fatalf("seed %d: %v is at offset %d, want %d", seed, at, back, want)
			}
		}
	}
}

// However long a line is, few of its bytes are looked at to tell where an offset
// is, or where a column.
func TestPositionsAreNear(t *testing.T) {
	for name, char := range map[string]string{"ASCII": "x", "wide": "日", "not UTF-8": "\x80"} {
		text := strings.Repeat(char, 1<<20/len(char))
		src := NewSource("f", []byte(text))
		for offset := 0; offset <= len(text); offset += 997 {
			from := src.before(0, func(p milepost) bool { return p.offset > offset })
			if far := offset - from.offset; far < 0 || far > 2*apart+utf8.UTFMax {
				t.Fatalf("%s: offset %d is counted from %d", name, offset, from.offset)
			}
		}
		for column := 1; column <= len(text)/len(char); column += 997 {
			from := src.before(0, func(p milepost) bool { return p.column > column })
			if far := column - from.column; far < 0 || far > 2*apart+utf8.UTFMax {
				t.Fatalf("%s: column %d is counted from %d", name, column, from.column)
			}
		}
	}
}

// The excerpt of a very long line copies no more than its surroundings, on
// either side and of what is marked.
func TestExcerptIsNear(t *testing.T) {
	for name, char := range map[string]string{"ASCII": "x", "wide": "日", "not UTF-8": "\x80", "without width": "\u0301"} {
		text := []byte(strings.Repeat(char, 1<<20/len(char)))
		middle := len(text) / 2 / len(char) * len(char)
		line, _ := excerpt(NewSource("f", text), Span{File: "f", Start: middle, End: middle + len(char)}, longestExcerpt)
		if len(line) > 10*longestExcerpt || !strings.HasPrefix(line, ellipsis) || !strings.HasSuffix(line, ellipsis) {
			t.Errorf("%s: the excerpt has %d bytes: %.40q…", name, len(line), line)
		}
	}
}
