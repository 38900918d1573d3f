package project_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"github.com/seed92179c4c/stategen/schema"
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
	want := "more than 99000 more findings in this file are not shown; comments that may suppress some of them were not considered"
	if len(list) != 1001 || list[1000].Message != want {
		t.Errorf("%d findings, the last %v", len(list), list[len(list)-1:])
	}
}

func templates(t testing.TB, text string) diag.List { return templatesIn(t, "", text) }

// templatesIn checks a text in a schema with some more lines.
func templatesIn(t testing.TB, more, text string) diag.List {
	return project.Templates(citySchema(t, more), []*diag.Source{diag.NewSource("a.md", []byte(text))})
}

func citySchema(t testing.TB, more string) *schema.Schema {
	a := &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte("version: 1\nkeys: {city: string, \"seat_{n}\": int}\n" + more)}}}
	return loadCase(t, a).Schema
}

// A file of a size that no model is told is an error, and is not looked into.
func TestLargePrompt(t *testing.T) {
	list := templates(t, strings.Repeat("{", project.MaxPromptSize+1))
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

// costly are units of texts that could cost more than others.
var costly = []string{
	"<city> ", "<city></city> ", "state['city'] ", "session.state.city ", "'x' from the session state. ", "a_b or c_d state keys ", "state ' ",
	"{city:none} ", "{city or none} ", "{city|upper} ", "{nope} ", "{city today\n\n", "{city today ", "{city", "{a", "{%", "=> {", "{", "{ ",
	"<!-- stategen:ignore undeclared-key why --> ", "\nstategen:text\n", "let x = {city ?}\n",
}

// dialects are the schemas that read them.
var dialects = map[string]string{
	"adk": "", "angle": "placeholders: [brace, angle]\n", "trpc": "dialect: trpc\n", "eino": "dialect: eino\n", "stategen": "dialect: stategen\n",
}

// The largest prompt takes no longer, in proportion to reading it once, whatever it repeats.
func BenchmarkLargestPrompt(b *testing.B) {
	reading := strings.Repeat("Plan the trip. ", project.MaxPromptSize/15)
	b.Run("reading", func(b *testing.B) {
		start, _ := cputime.Used()
		for b.Loop() {
			if at := project.NoText([]byte(reading)); at >= 0 {
				b.Fatal(at)
			}
		}
		end, _ := cputime.Used()
		b.ReportMetric(float64(end-start)/float64(b.N), "cpu-ns/worst")
	})
	b.Run("ours", func(b *testing.B) {
		most := time.Duration(0)
		for b.Loop() {
			for _, name := range []string{"adk", "eino"} {
				more := dialects[name]
				for _, unit := range costly {
					before, _ := cputime.Used()
					templatesIn(b, more, strings.Repeat(unit, project.MaxPromptSize/len(unit)))
					if after, _ := cputime.Used(); after-before > most {
						most = after - before
						b.Logf("%s %q takes %v", name, unit, most)
					}
				}
			}
		}
		b.ReportMetric(float64(most), "cpu-ns/worst")
	})
}

// FuzzCost looks for units of texts that cost more than in proportion to their number. It measures
// time, so it tries nothing but with -fuzz.
func FuzzCost(f *testing.F) {
	if flag.Lookup("test.fuzz").Value.String() != "" {
		for _, unit := range costly {
			f.Add("", unit, "")
			f.Add("{", unit, "}")
		}
	}
	cost := func(t *testing.T, text string) (most time.Duration) {
		for _, more := range dialects {
			before, _ := cputime.Used()
			templatesIn(t, more, text)
			after, _ := cputime.Used()
			most = max(most, after-before)
		}
		return most
	}
	f.Fuzz(func(t *testing.T, before, unit, after string) {
		if unit == "" || len(before)+len(unit)+len(after) > 100 {
			return
		}
		const size = 32 << 10
		text := func(size int) string { return before + strings.Repeat(unit, size/len(unit)) + after }
		once, fourfold := cost(t, text(size)), cost(t, text(4*size))
		if fourfold > 8*once+100*time.Millisecond {
			t.Errorf("%q, %q, %q: %v, and four times as many %v", before, unit, after, once, fourfold)
		}
	})
}
