package diag

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
)

func TestExcerpt(t *testing.T) {
	for _, test := range []struct{ name, text, marked, line, caret string }{
		{"plain", "a: bad", "bad", "a: bad", "   ^^^"},
		{"tabs before", "\ta:\tbad", "bad", "\ta:\tbad", "\t  \t^^^"},
		{"wide characters", "城市: bad", "bad", "城市: bad", "      ^^^"},
		{"wide characters marked", "a: 城市", "城市", "a: 城市", "   ^^^^"},
		{"joined emoji", "👩‍👩‍👧 bad", "bad", "👩‍👩‍👧 bad", "   ^^^"},
		{"combining accent", "e\u0301 bad", "bad", "e\u0301 bad", "  ^^^"},
		{"control characters", "\x1b[31m bad", "bad", `\u001b[31m bad`, "           ^^^"},
		{"no UTF-8", "\xff bad", "bad", `\xff bad`, "     ^^^"},
		{"direction marks", "\u202e bad", "bad", `\u202e bad`, "       ^^^"},
		{"replacement character", "\uFFFD bad", "bad", "\uFFFD bad", "  ^^^"},
		{"end of the next line", "a: bad\nb", "bad\nb", "a: bad", "   ^^^"},
		{"nothing marked", "a: ", "", "a:", "^"},
		{"byte order mark", "\ufeffa: bad", "bad", "a: bad", "   ^^^"},
		{"byte order mark marked", "\ufeffa: b", "\ufeffa", "a: b", "^"},
		{"long before", strings.Repeat("x", 500) + "bad", "bad", "…" + strings.Repeat("x", 60) + "bad", strings.Repeat(" ", 61) + "^^^"},
		{"long and wide before", strings.Repeat("日", 500) + "bad", "bad", "…" + strings.Repeat("日", 60) + "bad", strings.Repeat(" ", 121) + "^^^"},
		{"long behind", "bad" + strings.Repeat("x", 500), "bad", "bad" + strings.Repeat("x", 117) + "…", "^^^"},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := NewSource("f", []byte(test.text))
			start := strings.Index(test.text, test.marked)
			line, caret := excerpt(src, Span{File: "f", Start: start, End: start + len(test.marked)}, longestExcerpt)
			if line != test.line || caret != test.caret {
				t.Errorf("got\n%q\n%q\nwant\n%q\n%q", line, caret, test.line, test.caret)
			}
		})
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add("a: bad\nb", 3, 6)
	f.Add("\ufeffa: bad", 0, 5)
	f.Add("\t城市\xff👩‍👩‍👧", 1, 4)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		line, caret := excerpt(NewSource("f", []byte(text)), Span{File: "f", Start: max(0, min(start, len(text))), End: max(0, min(end, len(text)))}, longestExcerpt)
		if strings.ContainsAny(line+caret, "\n\r\x00\x1b") {
			t.Errorf("%q, %q would disturb a terminal", line, caret)
		}
		if w := uniseg.StringWidth(line); w > 10*longestExcerpt {
			t.Errorf("%d columns are too many", w)
		}
	})
}
