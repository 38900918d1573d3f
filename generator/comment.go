package generator

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// commentWidth is where comments wrap.
const commentWidth = 76

// comment returns a comment of paragraphs. It is the only way by which text of
// a schema gets into a comment: every line begins with "// ", and no text can
// end the comment or start a directive.
func comment(paragraphs ...string) *jen.Statement {
	var text strings.Builder
	add := func(line string) {
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(line)
	}
	for _, p := range paragraphs {
		lines := wrap(p)
		if len(lines) > 0 && text.Len() > 0 {
			add("//")
		}
		for _, line := range lines {
			add("// " + line)
		}
	}
	if text.Len() == 0 {
		return jen.Null()
	}
	return jen.Comment(text.String()) // printed as it is, because it begins with //
}

// marker is how paragraphs begin that mean something to tools.
var marker = regexp.MustCompile(`^(Deprecated|[A-Z]+\([^)]*\)):`)

// userText prepares text of a schema to be paragraphs of its own.
func userText(text string) []string {
	var out []string
	for p := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		p = strings.TrimSpace(printable(p))
		if p == "" {
			continue
		}
		if marker.MatchString(p) {
			p = strings.Replace(p, ":", " :", 1)
		}
		out = append(out, p)
	}
	return out
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
