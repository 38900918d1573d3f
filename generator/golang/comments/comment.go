package comments

import (
	"strings"
)

// width is where comments wrap.
const width = 76

// Paragraphs returns a comment of paragraphs, of our own words and of text that
// is Printable.
func Paragraphs(texts ...string) string {
	var blocks []block
	for _, text := range texts {
		blocks = append(blocks, wrap(text))
	}
	return join(blocks...)
}

// block is a part of a comment: lines without the slashes.
type block []string

// join returns a comment with an empty line between its blocks. It is
// the only way by which text of a schema gets into a comment: every line begins
// with "// " or "//" and a tab, and no text can end the comment or start a
// directive.
func join(blocks ...block) string {
	var lines []string
	for _, b := range blocks {
		if len(b) > 0 && len(lines) > 0 {
			lines = append(lines, "//")
		}
		for _, line := range b {
			switch {
			case line == "":
				lines = append(lines, "//")
			case line[0] == '\t':
				lines = append(lines, "//"+line)
			default:
				lines = append(lines, "// "+line)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// wrap breaks a paragraph at spaces. Words that gofmt or go doc would treat as
// markup at the start of a line are never put there.
func wrap(p string) []string {
	var lines []string
	var line strings.Builder
	line.Grow(width)
	for word := range strings.FieldsSeq(p) {
		if line.Len() > 0 && line.Len()+1+len(word) > width && !isMarkup(word) {
			lines = append(lines, line.String())
			line.Reset()
			line.Grow(width)
		}
		if line.Len() > 0 {
			line.WriteByte(' ')
		}
		line.WriteString(word)
	}
	if line.Len() == 0 {
		return lines
	}
	return append(lines, line.String())
}

// isMarkup reports whether a line that begins with word might be read as a
// heading, a list item, a link target or a note.
func isMarkup(word string) bool {
	return strings.ContainsRune("#-*+•[", []rune(word)[0]) || strings.HasSuffix(word, ":") ||
		strings.Trim(word, "0123456789") != word && strings.ContainsAny(word, ".)")
}
