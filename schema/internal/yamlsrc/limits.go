package yamlsrc

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
)

var invalidText = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-text",
	Summary: "a file is not UTF-8 text, or contains a NUL byte",
	Why:     "Keys and templates are compared byte by byte with what agents use. Text in another encoding would never match.",
	Bad:     "version: 1\nkeys:\n  caf\xe9: string\n",
	Good:    "version: 1\nkeys:\n  café: string\n",
})

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
func CheckText(r *Report, src *diag.Source, size int) bool {
	text := src.Text
	span := func(start, end int) diag.Span {
		return diag.Span{File: src.Name, Start: start, End: end}
	}
	switch bad := invalidUTF8(text); {
	case len(text) > size:
		r.Say(LargeFile, span(0, 0), len(text), size)
	case bad >= 0:
		r.Add(invalidText, span(bad, bad+1), "byte 0x%02X is not valid UTF-8", text[bad]).
			Hint("save the file as UTF-8")
	default:
		if i := bytes.IndexByte(text, 0); i >= 0 {
			r.Add(invalidText, span(i, i+1), "the file contains a NUL byte").
				Hint("remove it; a text file has none")
			return false
		}
		return checkLines(r, src)
	}
	return false
}

func checkLines(r *Report, src *diag.Source) bool {
	start := 0
	for start < len(src.Text) {
		end := len(src.Text)
		if n := bytes.IndexByte(src.Text[start:], '\n'); n >= 0 {
			end = start + n
		}
		if end-start > maxLineLength {
			r.Say(LongLine, diag.Span{File: src.Name, Start: start, End: start}, end-start, maxLineLength)
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
