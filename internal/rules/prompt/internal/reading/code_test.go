package reading_test

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
)

// TestLines holds what the place of a mark is: code, and a line of code.
func TestLines(t *testing.T) {
	for text, want := range map[string][2]bool{
		"plain |{x}\n":                 {},
		"let x = (a) =>\n|{x} of it\n": {true, true},
		"let x = (|{x}) =>\n":          {true, true},
		"as |`{a b}` is\n":             {true, false},
		"as `{a b}|` is\n":             {true, false},
		"as `|{x}` is\n":               {},
		"```go\n|{x}\n```\n":           {true, true},
		"```\n|{x}\n```\n":             {false, true},
		"a = ${y}, |{x}\n":             {true, true},
	} {
		at := strings.IndexByte(text, '|')
		lines := reading.New("a.md", strings.Replace(text, "|", "", 1))
		if got := [2]bool{lines.Hold(at), lines.IsLine(at)}; got != want {
			t.Errorf("%q is %v", text, got)
		}
	}
	if !reading.New("a.py", "{x}").Hold(0) || !reading.FollowsJoint("${x}", 1) || reading.FollowsJoint("a {x}", 2) {
		t.Error("neither files of code nor joints are told")
	}
}
