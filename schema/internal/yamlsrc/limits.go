package yamlsrc

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
)

// The limits that keep a hostile file from taking unbounded time or memory.
// They are far beyond any schema that a person maintains.
const (
	MaxFileSize   = 2 << 20  // bytes of one schema file
	maxLineLength = 64 << 10 // bytes of one line
	maxDepth      = 64       // levels of nested values
	maxNodes      = 250_000  // values in a file, those that aliases stand for included
)

// CheckText reports bytes that no text file should hold, and text beyond the
// limits. It returns whether the text can be used.
func CheckText(r *report.Report, src *diag.Source, size int) bool {
	text := src.Text
	span := func(start, end int) diag.Span {
		return diag.Span{File: src.Name, Start: start, End: end}
	}
	switch bad := invalidUTF8(text); {
	case len(text) > size:
		r.Add(rules.FileLimit, span(0, 0), "the file has %d bytes, and at most %d are read", len(text), size).
			Hint("split it with include")
	case bad >= 0:
		r.Add(rules.InvalidText, span(bad, bad+1), "byte 0x%02X is not valid UTF-8", text[bad]).
			Hint("save the file as UTF-8")
	default:
		if i := bytes.IndexByte(text, 0); i >= 0 {
			r.Add(rules.InvalidText, span(i, i+1), "the file contains a NUL byte").
				Hint("remove it; a text file has none")
			return false
		}
		return checkLines(r, src)
	}
	return false
}

func checkLines(r *report.Report, src *diag.Source) bool {
	start := 0
	for start < len(src.Text) {
		end := len(src.Text)
		if n := bytes.IndexByte(src.Text[start:], '\n'); n >= 0 {
			end = start + n
		}
		if end-start > maxLineLength {
			r.Add(rules.FileLimit, diag.Span{File: src.Name, Start: start, End: start},
				"this line has %d bytes, and at most %d are read", end-start, maxLineLength).
				Hint("break the line")
			return false
		}
		start = end + 1
	}
	return true
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(text []byte) int {
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		char, size := utf8.DecodeRune(text[i:])
		if char == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
