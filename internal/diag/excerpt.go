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

	before := lastColumns(text[:start], columns/2)
	marked := firstColumns(text[start:end], columns/2)
	after := firstColumns(text[end:], columns-width(before)-width(marked))
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

// mostBytes are enough for any excerpt, so that of a very long line only the
// surroundings of the span are looked at, whatever marks without a width of
// their own are there.
const mostBytes = 10 * longestExcerpt

// firstColumns shows text, cut after n columns, at the end of a character.
func firstColumns(text []byte, n int) string {
	near := firstBytes(text, mostBytes)
	shown := printable(string(near))
	columns, at, state := 0, 0, -1
	for rest := shown; rest != ""; {
		var cluster string
		var w int
		cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if columns += w; columns > n {
			return shown[:at] + ellipsis
		}
		at += len(cluster)
	}
	if len(near) < len(text) {
		return shown + ellipsis
	}
	return shown
}

// lastColumns shows about the last n columns of text, from the beginning of a
// character on.
func lastColumns(text []byte, n int) string {
	near, shown := text[len(text):], ""
	for size := 2 * n; width(shown) <= n && len(near) < len(text) && size <= mostBytes; size *= 2 {
		near = lastBytes(text, size)
		shown = printable(string(near))
	}
	rest := shown
	for over, state := width(rest)-n, -1; over > 0 && rest != ""; {
		var w int
		_, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		over -= w
	}
	if len(near) == len(text) && len(rest) == len(shown) {
		return shown
	}
	return ellipsis + rest
}

// firstBytes keeps about the first n bytes of text, up to the end of a code
// point.
func firstBytes(text []byte, n int) []byte {
	if len(text) <= n+utf8.UTFMax {
		return text
	}
	return text[:runeBoundary(text, n)]
}

// lastBytes keeps about the last n bytes of text, from a code point on.
func lastBytes(text []byte, n int) []byte {
	if len(text) <= n+utf8.UTFMax {
		return text
	}
	return text[runeBoundary(text, len(text)-n):]
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
