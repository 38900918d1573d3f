package project_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"github.com/seed92179c4c/stategen/schema"
)

// benchSchema declares as many keys as a large agent has.
func benchSchema(b *testing.B) *schema.Schema {
	var text strings.Builder
	text.WriteString(project.ExampleSchema)
	for i := range 200 {
		fmt.Fprintf(&text, "  key_%d: string\n", i)
	}
	a := &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte(text.String())}}}
	return loadCase(b, a).Schema
}

// BenchmarkCleanText checks text without findings, beside a plain search for
// one byte and beside ADK's regular expression.
func BenchmarkCleanText(b *testing.B) {
	adkRule := regexp.MustCompile(`{+[^{}]*}+`)
	for _, c := range []struct{ name, text string }{
		{"prose", strings.Repeat("Plan the trip with care and ask when unsure.\n", 2300)},
		{"json", strings.Repeat(`{"id": 17, "tags": ["a", "b"], "at": {"x": 1.5}}, `, 2000)},
		{"placeholders", strings.Repeat("Weather in {city} for {user:name}, said in a few words.\n", 1800)},
	} {
		checker := project.New(benchSchema(b))
		b.Run(c.name+"/ours", func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			defer cputime.Report(b)()
			for b.Loop() {
				if list := checker.Text(source.Text{File: "a.md", Text: c.text}); len(list) > 0 {
					b.Fatal(list)
				}
			}
		})
		b.Run(c.name+"/byte", func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			defer cputime.Report(b)()
			for b.Loop() {
				if strings.IndexByte(c.text, 0) >= 0 {
					b.Fatal("found")
				}
			}
		})
		b.Run(c.name+"/regexp", func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			defer cputime.Report(b)()
			for b.Loop() {
				adkRule.FindAllStringIndex(c.text, -1)
			}
		})
	}
}

// BenchmarkTenThousandFiles checks the prompts of a very large repository, one
// in ten of them with a finding.
func BenchmarkTenThousandFiles(b *testing.B) {
	s := benchSchema(b)
	prompt := strings.Repeat("You are an agent with a long prompt that says what to do.\n", 60)
	var files []*diag.Source
	for i := range 10_000 {
		text := prompt + fmt.Sprintf("City {city}, {key_%d} {seat?}\n", i%200)
		if i%10 == 0 {
			text += fmt.Sprintf("Here {ctiy_%d}\n", i)
		}
		files = append(files, diag.NewSource(fmt.Sprintf("prompts/p%d.md", i), []byte(text)))
	}
	b.ReportAllocs()
	defer cputime.Report(b)()
	for b.Loop() {
		if n := len(project.Templates(s, files)); n != 1000 {
			b.Fatalf("%d findings", n)
		}
	}
}
