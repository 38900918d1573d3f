package generator

import (
	"fmt"
	"strings"
	"testing"
)

func TestComments(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "X is it.",
		"Plain words.":                         "X is it. Plain words.",
		"One.\n\nTwo.":                         "X is it. One.\n\nTwo.",
		"a\nb\r\n  c":                          "X is it. a b c",
		"end */ and //go:embed x":              "X is it. end */ and //go:embed x",
		"One.\n\nDeprecated: no":               "X is it. One.\n\nDeprecated : no",
		"One.\n\nBUG(me): no":                  "X is it. One.\n\nBUG(me) : no",
		"a\x00b\ufeffc\u202ed\u2028e\xff":      "X is it. aU+0000bU+FEFFcU+202EdU+2028eU+FFFD",
		" \n \n\n ":                            "X is it.",
		"`back` \"quoted\"":                    "X is it. `back` \"quoted\"",
		strings.Repeat("word ", 20) + "# 1. -": "X is it. " + strings.TrimSpace(strings.Repeat("word ", 13)) + "\n" + strings.Repeat("word ", 7) + "# 1. -",
	} {
		code := fmt.Sprintf("%#v", documented("X is it.", text, ""))
		got := strings.ReplaceAll(strings.ReplaceAll(code, "// ", ""), "//\n", "\n")
		if got != want {
			t.Errorf("%q gives\n%q, want\n%q", text, got, want)
		}
	}
}
