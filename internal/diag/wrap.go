package diag

import "strings"

// wrap breaks a text between words so that its lines are no wider than a number
// of columns; 0: it breaks none. So many columns of the first line are used
// already, and the others begin with so many spaces. A word that is wider stays
// whole, since names and paths are to be copied.
func wrap(text string, used, indent, columns int) string {
	if columns <= 0 {
		return text
	}
	var b strings.Builder
	at := used
	for i, word := range strings.Split(text, " ") {
		w := width(word)
		switch {
		case i == 0:
		case at+1+w > columns:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += w
	}
	return b.String()
}

// wrapLines wraps each line of a text.
func wrapLines(text string, columns int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wrap(line, 0, 0, columns)
	}
	return strings.Join(lines, "\n")
}
