package check_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// Nobody reads thousands of findings of one file: the first are shown, and how
// many more there are. What a comment silences does not count.
func TestManyFindings(t *testing.T) {
	for unit, want := range map[string]string{
		"{nope} ":  "error: 29000 more findings in this file are not shown",
		"{city?} ": "warning: 29000 more findings in this file are not shown",
		"{nope} <!-- stategen:ignore undeclared-key why --> ": "",
	} {
		list := templates(t, strings.Repeat(unit, 30_000))
		if want == "" && len(list) == 0 {
			continue
		}
		if len(list) != 1001 || fmt.Sprintf("%s: %s", list[1000].Severity, list[1000].Message) != want {
			t.Errorf("%q: %d findings, the last %v", unit, len(list), list[len(list)-1:])
		}
	}
}

// Of what is beyond all measure not even comments are regarded.
func TestTooManyFindings(t *testing.T) {
	list := templates(t, strings.Repeat("{x} ", 200_000))
	want := "199000 more findings in this file are not shown; comments that may suppress some of them were not considered"
	if len(list) != 1001 || list[1000].Message != want {
		t.Errorf("%d findings, the last %v", len(list), list[len(list)-1:])
	}
}

func templates(t testing.TB, text string) diag.List {
	a := &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte("version: 1\nkeys: {city: string}\n")}}}
	return check.Templates(loadCase(t, a).Schema, []*diag.Source{diag.NewSource("a.md", []byte(text))})
}

// A file of a size that no model is told is an error, and is not looked into.
func TestLargePrompt(t *testing.T) {
	list := templates(t, strings.Repeat("{", check.MaxPromptSize+1))
	if len(list) != 1 || list[0].Severity != diag.Error || !strings.Contains(list[0].Message, "4194305 bytes") {
		t.Errorf("found %v", list)
	}
}

// The time is linear: twice the findings cost twice as much, on one line as on
// many, with comments and without.
func BenchmarkManyFindings(b *testing.B) {
	for _, c := range []struct{ name, unit string }{
		{"line", "{nope} "},
		{"lines", "{nope}\n"},
		{"comments", "{nope} <!-- stategen:ignore undeclared-key why --> "},
		{"text", "<!-- stategen:text {nope} --> {nope} "},
	} {
		for _, n := range []int{10_000, 20_000} {
			text := strings.Repeat(c.unit, n)
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) {
				defer cputime.Report(b)()
				for b.Loop() {
					templates(b, text)
				}
			})
		}
	}
}
