package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// longestExcerpt is how many columns of a source line are shown.
const longestExcerpt = 120

// excerpt returns the line that a span begins in, and a line that puts a caret
// under the span's text, on a terminal that gives each character its usual
// width. Tabs stay tabs in both, so they line up whatever a tab is worth. Of a
// very long line only the surroundings of the span are shown.
func excerpt(src *Source, s Span) (line, caret string) {
	at := src.Position(s.Start)
	text := src.Line(at.Line)
	start := max(0, min(s.Start-src.lines[at.Line-1], len(text))) // a byte order mark is no part of the line
	end := max(start, min(s.End-src.lines[at.Line-1], len(text)))

	before := lastColumns(printable(string(text[:start])), longestExcerpt/2)
	marked := firstColumns(printable(string(text[start:end])), longestExcerpt/2)
	after := firstColumns(printable(string(text[end:])), longestExcerpt-width(before)-width(marked))
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

// firstColumns cuts text behind n columns, at the end of a character. Marks
// without a width of their own are cut too when they are too many.
func firstColumns(text string, n int) string {
	columns, at, state := 0, 0, -1
	for rest := text; rest != ""; {
		var cluster string
		var w int
		cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if columns += w; columns > n || at > 10*longestExcerpt {
			return text[:at] + ellipsis
		}
		at += len(cluster)
	}
	return text
}

// lastColumns keeps about the last n columns of text, from the beginning of a
// character on.
func lastColumns(text string, n int) string {
	rest := lastBytes(text, 40*n)
	for over, state := width(rest)-n, -1; over > 0 && rest != ""; {
		var w int
		_, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		over -= w
	}
	if len(rest) == len(text) {
		return text
	}
	return ellipsis + rest
}

// lastBytes keeps at most the last n bytes of text, from a code point on.
func lastBytes(text string, n int) string {
	at := max(0, len(text)-n)
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return text[at:]
}

// printable makes text safe for a terminal: control characters other than
// tabs, and bytes that are no UTF-8, are shown as escapes.
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
// make a terminal show something else than is there.
func unprintable(r rune) bool {
	return r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError
}

func oneLine(text string) string {
	return printable(strings.ReplaceAll(text, "\n", " "))
}
