package generator

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// commentWidth is where comments wrap.
const commentWidth = 76

// paragraphs returns a comment of paragraphs.
func paragraphs(texts ...string) *jen.Statement {
	var blocks []block
	for _, text := range texts {
		blocks = append(blocks, wrap(text))
	}
	return blockComment(blocks...)
}

// blockComment returns a comment with an empty line between its blocks. It is
// the only way by which text of a schema gets into a comment: every line begins
// with "// " or "//" and a tab, and no text can end the comment or start a
// directive.
func blockComment(blocks ...block) *jen.Statement {
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
	if len(lines) == 0 {
		return jen.Null()
	}
	return jen.Comment(strings.Join(lines, "\n")) // printed as it is, because it begins with //
}

// wrap breaks a paragraph at spaces. Words that gofmt or go doc would take for
// markup at the start of a line don't get there.
func wrap(p string) []string {
	var lines []string
	var line strings.Builder
	line.Grow(commentWidth)
	for word := range strings.FieldsSeq(p) {
		if line.Len() > 0 && line.Len()+1+len(word) > commentWidth && !isMarkup(word) {
			lines = append(lines, line.String())
			line.Reset()
			line.Grow(commentWidth)
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

// printable replaces what Go source can't hold, or a reader wouldn't see, by
// its code.
func printable(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t' || unicode.IsGraphic(r) && r != unicode.ReplacementChar:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "U+%04X", r)
		}
	}
	return b.String()
}
