package golang

import "strings"

// width is where comments wrap.
const width = 76

// paragraphs returns a comment of paragraphs, of our own words and of text that
// is Printable.
func paragraphs(texts ...string) string {
	wrapped := make([]string, len(texts))
	for i, text := range texts {
		wrapped[i] = wrap(text)
	}
	return slashed(strings.Join(wrapped, "\n\n"))
}

// slashed makes a comment of text. It is the only way by which text of a schema
// gets into a comment: every line begins with "// " or "//" and a tab, and no text
// can end the comment or start a directive.
func slashed(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		switch {
		case line == "":
			lines[i] = "//"
		case line[0] == '\t':
			lines[i] = "//" + line
		default:
			lines[i] = "// " + line
		}
	}
	return strings.Join(lines, "\n")
}

// wrap breaks a paragraph at spaces. Words that gofmt or go doc would treat as
// markup at the start of a line are never put there.
func wrap(p string) string {
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
	return strings.Join(append(lines, line.String()), "\n")
}

// isMarkup reports whether a line that begins with word might be read as a
// heading, a list item, a link target or a note.
func isMarkup(word string) bool {
	return strings.ContainsRune("#-*+•[", []rune(word)[0]) || strings.HasSuffix(word, ":") ||
		strings.Trim(word, "0123456789") != word && strings.ContainsAny(word, ".)")
}
