package diag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Each case lists the rule, the reason and the line that each comment silences.
func TestSuppressions(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"behind text":      {"x {a} <!-- stategen:ignore r why so -->\n{a}\n", "r|why so|1"},
		"before text":      {"<!-- stategen:ignore r why --> {a}\n{a}\n", "r|why|1"},
		"alone":            {"{a}\n  <!-- stategen:ignore r why -->\n{a}\n{a}\n", "r|why|3"},
		"several lines":    {"# stategen:ignore r why\n# stategen:ignore q so\n{a}\n", "r|why|3 q|so|3"},
		"not joined":       {"# stategen:ignore r why\n\n# stategen:ignore q so\n", "r|why|2 q|so|4"},
		"above a trailing": {"# stategen:ignore r why\n{a} # stategen:ignore q so\n", "r|why|2 q|so|2"},
		"Go":               {"//stategen:ignore r why\nx() // stategen:ignore q so\n/* stategen:ignore s too */\n", "r|why|2 q|so|2 s|too|4"},
		"Go, closing":      {"} // stategen:ignore r why\n", "r|why|1"},
		"YAML":             {"a: b # stategen:ignore r why\n- # stategen:ignore q so\n", "r|why|1 q|so|2"},
		"arrows":           {"# stategen:ignore r a --> b\n", "r|a --> b|2"},
		"Jinja":            {"{# stategen:ignore r why #}\n{%- if a -%}{#- stategen:ignore q so -#}\n", "r|why|2 q|so|2"},
		"text/template":    {"{{/* stategen:ignore r why */}}\n{{- /* stategen:ignore q so */ -}}\n{a} {{/* stategen:ignore s too */}}", "r|why|3 q|so|3 s|too|3"},
		"JSX":              {"{/* stategen:ignore r why */}\n", "r|why|2"},
		"in a long one":    {"<!--\nstategen:ignore r why -->\n{a}\n/*\n * stategen:ignore q so\n */", "r|why|3 q|so|6"},
		"no reason":        {"# stategen:ignore r\n<!-- stategen:ignore r -->{a}", "r||2 r||2"},
		"no rule":          {"a # stategen:ignore\na <!-- stategen:ignore-->\na {#stategen:ignore#}", "||1 ||2 ||3"},
		"CRLF":             {"# stategen:ignore r why\r\n{a} # stategen:ignore q so\r\n", "r|why|2 q|so|2"},
		"two on a line":    {"{a} <!-- stategen:ignore r why --> {b} <!-- stategen:ignore q so -->\n", "r|why|1 q|so|1"},
		"BOM":              {"\ufeff# stategen:ignore r why\n", "r|why|2"},
		"prose":            {"Write stategen:ignore r why.\n# stategen:ignored r why\n# restategen:ignore r why\n", ""},
		"multi-byte":       {"größe <!-- stategen:ignore r weil ü -->", "r|weil ü|1"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, s := range diag.Suppressions(diag.NewSource("a", []byte(c.text))) {
				got = append(got, fmt.Sprintf("%s|%s|%d", s.Rule, s.Reason, s.Line))
				if mark := c.text[s.Mark.Start:s.Mark.End]; mark != "stategen:ignore" {
					t.Errorf("the mark is %q", mark)
				}
				if rule := c.text[s.RuleSpan.Start:s.RuleSpan.End]; rule != s.Rule {
					t.Errorf("the rule %q is in %q", s.Rule, rule)
				}
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// The time is linear, however many marks are on a line.
func BenchmarkSuppressions(b *testing.B) {
	for name, text := range map[string]string{
		"no marks":     strings.Repeat("Plan the trip.\n", 40_000),
		"lines":        strings.Repeat("# stategen:ignore r why\n", 25_000),
		"on one line":  strings.Repeat("{a} <!-- stategen:ignore r why --> ", 18_000),
		"prose":        strings.Repeat("a stategen:ignore ", 35_000),
		"never closed": strings.Repeat("/*stategen:ignore ", 35_000),
	} {
		src := diag.NewSource("a", []byte(text))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				diag.Suppressions(src)
			}
		})
	}
}
