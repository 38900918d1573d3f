package project_test

import (
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
)

// YAML breaks lines at more characters than editors do, and passes over a byte
// order mark. Findings point at the right place all the same.
func TestAgentConfigLineBreaks(t *testing.T) {
	const config = "# größe\n" +
		"instruction: |\n  Für\n    dich: {ctiy}\n" +
		"sub_agents:\n" +
		"  - instruction: \"é \\\n      {ctiy}\"\n" +
		"  - instruction: plain\n      über {ctiy}\n" +
		"  - output_key: ctiy\n"
	s := loadCase(t, &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte(project.ExampleSchema)}}}).Schema
	for _, br := range []string{"\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029"} {
		for _, mark := range []string{"", "\ufeff"} {
			t.Run(strconv.QuoteToASCII(mark+br), func(t *testing.T) {
				src := diag.NewSource("agent.yaml", []byte(mark+strings.ReplaceAll(config, "\n", br)))
				list := project.Templates(s, []*diag.Source{src})
				if len(list) != 4 {
					t.Errorf("%d findings, want 4", len(list))
				}
				for i, d := range list {
					if got := string(src.Text[d.Span.Start:d.Span.End]); got != "ctiy" {
						t.Errorf("finding %d is about %q", i, got)
					}
				}
			})
		}
	}
}

// A schema of keys with the names that agents use is not an agent configuration.
func TestSchemaIsNoAgentConfig(t *testing.T) {
	s := loadCase(t, &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte(project.ExampleSchema)}}}).Schema
	for text, want := range map[string]int{
		"version: 1\nkeys:\n  output_key: string\n":                    0,
		"version: 1\ntypes: {Agent: {fields: {output_key: string}}}\n": 0,
		"version: 1\noutput_key: string\n":                             1,
		"keys:\n  output_key: string\n":                                1,
		"version: 1\nkeys: {output_key: a}\n---\noutput_key: string\n": 1,
	} {
		if list := project.Templates(s, []*diag.Source{diag.NewSource("some.yaml", []byte(text))}); len(list) != want {
			t.Errorf("%q: %d findings, want %d: %v", text, len(list), want, list)
		}
	}
}
