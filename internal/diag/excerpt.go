package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// longestExcerpt is how many columns of a source line are shown at most.
const longestExcerpt = 120

// excerpt returns the line that a span begins in, and a line that puts a caret
// under the span's text, on a terminal that gives each character its usual
// width. Tabs stay tabs in both, so they line up whatever a tab is worth. Of a
// very long line only the surroundings of the span are shown.
func excerpt(src *Source, s Span, columns int) (line, caret string) {
	at := src.Position(s.Start)
	text := src.Line(at.Line)
	start := max(0, min(s.Start-src.lines[at.Line-1], len(text))) // a byte order mark is not part of the line
	end := max(start, min(s.End-src.lines[at.Line-1], len(text)))

	before := lastRunes(text[:start], columns/2)
	marked := firstRunes(text[start:end], columns/2)
	after := firstRunes(text[end:], columns-width(before)-width(marked))
	line = strings.TrimRight(before+marked+after, " \t")
	return line, blank(before) + strings.Repeat("^", max(1, width(marked)))
}

// blank gives text's width in spaces, keeping its tabs.
func blank(text string) string {
	var b strings.Builder
	for i, part := range strings.Split(text, "\t") {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(strings.Repeat(" ", width(part)))
	}
	return b.String()
}

// width counts a tab as one column; a caret line under several tabs is as long
// as their number.
func width(text string) int {
	return uniseg.StringWidth(text) + strings.Count(text, "\t")
}

const ellipsis = "…"

// firstRunes shows text, cut after n characters.
func firstRunes(text []byte, n int) string {
	end := 0
	for i := 0; i < n && end < len(text); i++ {
		_, size := utf8.DecodeRune(text[end:])
		end += size
	}
	if end < len(text) {
		return printable(string(text[:end])) + ellipsis
	}
	return printable(string(text))
}

// lastRunes shows the last n characters of text.
func lastRunes(text []byte, n int) string {
	start := len(text)
	for i := 0; i < n && start > 0; i++ {
		_, size := utf8.DecodeLastRune(text[:start])
		start -= size
	}
	if start > 0 {
		return ellipsis + printable(string(text[start:]))
	}
	return printable(string(text))
}

// printable makes text safe for a terminal: control characters other than
// tabs, and bytes that are not UTF-8, are shown as escapes.
func printable(text string) string {
	if !strings.ContainsFunc(text, unprintable) {
		return text
	}
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == utf8.RuneError && text[i] != "\uFFFD"[0]:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case unprintable(r) && r != utf8.RuneError:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unprintable also finds the marks that change a line's direction, which could
// make a terminal show something other than what is there.
func unprintable(r rune) bool {
	return r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError
}

// printableLines is printable of a text of several lines.
func printableLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return strings.Join(lines, "\n")
}

func oneLine(text string) string {
	return printable(strings.ReplaceAll(text, "\n", " "))
}
