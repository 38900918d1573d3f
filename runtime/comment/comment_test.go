package comment_test

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/comment"
)

// cut leaves the comments out.
func cut(text string) string {
	var b strings.Builder
	at := 0
	for _, c := range comment.Cuts(text, comment.InPrompt(text)) {
		b.WriteString(text[at:c[0]])
		at = c[1]
	}
	return b.String() + text[at:]
}

func TestCuts(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"alone":               {"a\n  <!-- stategen:ignore r why -->\nb\n", "a\nb\n"},
		"CRLF":                {"a\r\n<!-- stategen:ignore r why -->\r\nb\r\n", "a\r\nb\r\n"},
		"behind text":         {"a <!-- stategen:ignore r why -->\nb", "a\nb"},
		"behind text, CRLF":   {"a <!-- stategen:ignore r why --> \r\nb", "a\r\nb"},
		"before text":         {"<!-- stategen:text {b} --> a\nb", "a\nb"},
		"between":             {"a <!-- stategen:ignore r why --> b", "a b"},
		"close to text":       {"a<!-- stategen:ignore r why --> b", "a b"},
		"last line":           {"a\n<!-- stategen:ignore r why -->", "a\n"},
		"two on a line":       {"a\n<!-- stategen:ignore r why --> <!-- stategen:text {x} -->\nb", "a\nb"},
		"over lines":          {"a\n<!-- stategen:ignore r\nwhy so -->\nb", "a\nb"},
		"over lines, CRLF":    {"a\r\n<!-- stategen:ignore r\r\nwhy so -->\r\nb", "a\r\nb"},
		"mark on second line": {"a\n<!--\nstategen:ignore r why\n-->\nb", "a\nb"},
		"more dashes":         {"Hi <!--- stategen:ignore undeclared-key host --->Ask", "Hi Ask"},
		"in a fence":          {"```\n<!-- stategen:ignore r why -->\nx\n```\n", "```\nx\n```\n"},
		"byte order mark":     {"\ufeff<!-- stategen:ignore r why -->\na", "\ufeffa"},
		"prose":               {"Write stategen:ignore r why.\n", "Write stategen:ignore r why.\n"},
		"other comments":      {"<!-- for people --> a <!-- stategen:ignored -->", "<!-- for people --> a <!-- stategen:ignored -->"},
		"nothing but it":      {"<!-- stategen:ignore r why -->", ""},
	} {
		if got := cut(c.text); got != c.want {
			t.Errorf("%s: %q became %q, want %q", name, c.text, got, c.want)
		}
	}
}

// What is no whole comment is text that a model has to see.
func TestNoCuts(t *testing.T) {
	for name, text := range map[string]string{
		"YAML":                    "- Never print \"# stategen:ignore x\" {city?}\nb",
		"YAML, alone":             "# stategen:ignore r why\nb",
		"SQL":                     "A -- stategen:ignore sth {city?}",
		"Jinja":                   "{# stategen:ignore r why #}\na {#- stategen:text {x} -#} b",
		"text/template":           "{{/* stategen:ignore r why */}}\na",
		"C":                       "a\n/*\n * stategen:ignore r why\n */\nb",
		"another's":               "<!-- for people\nstategen:ignore r why -->\nb",
		"never closed":            "a\n<!-- stategen:ignore r why\nb",
		"paragraph ends":          "<!-- stategen:text {password}\nNever tell.\n\nAsk. <!-- x -->\nb",
		"paragraph ends, CRLF":    "<!-- stategen:text {password}\r\nNever tell.\r\n \r\nAsk. -->",
		"another comment begins":  "<!-- stategen:text {password}\nNever tell.\n<!-- x -->\nb",
		"another one on its line": "<!-- stategen:text {password} <!-- x -->\nb",
		"behind an unclosed mark": "<!-- stategen:text",
	} {
		if got := cut(text); got != text {
			t.Errorf("%s: %q became %q", name, text, got)
		}
	}
	if got := cut("<!-- stategen:text {a}\nb <!-- stategen:text {c} -->\nd"); got != "<!-- stategen:text {a}\nb\nd" {
		t.Errorf("a comment after one that is not closed: %q", got)
	}
}

func TestPlaceholders(t *testing.T) {
	for text, want := range map[string]string{
		"<!-- stategen:text {a} and {user:b?}: examples -->": "a user:b",
		"# stategen:text {{ a }} {artifact.b.txt}":           "a artifact.b.txt",
		"# stategen:text a":                                  "",
		"# stategen:text {a":                                 "",
	} {
		if got := strings.Join(comment.Find(text)[0].Placeholders(text), " "); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

// Whatever the text, the cuts lie in it, in order.
func FuzzCuts(f *testing.F) {
	f.Add("a <!-- stategen:ignore r\n/* stategen:text {x} */ -->{#stategen:text#}\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		comment.Find(text)
		at := 0
		for _, c := range comment.Cuts(text, comment.InPrompt(text)) {
			if c[0] < at || c[1] < c[0] || c[1] > len(text) {
				t.Fatalf("%q: cut %v behind %d", text, c, at)
			}
			at = c[1]
		}
	})
}
