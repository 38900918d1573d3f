package project_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
)

// TestTextInSource holds that an instruction in a file of Python is prose, though the
// file is code.
func TestTextInSource(t *testing.T) {
	a := &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte("version: 1\nkeys: {city: string, plan: string}\n")}}}
	checker := project.New(loadCase(t, a).Schema)
	const text = "Go to {city.name}, by the plan in the session state under 'plan'.\n"
	for name, at := range map[string]func(int) int{"malformed-placeholder prose-reference ": func(i int) int { return i + 7 }, "": nil} {
		got := ""
		for _, d := range checker.Text(source.Text{File: "agent.py", Text: text, At: at}).Sort() {
			got += d.ID + " "
		}
		if got != name {
			t.Errorf("found %q, not %q", got, name)
		}
	}
}
