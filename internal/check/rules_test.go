package check_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/breaking"
	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// exampleFindings checks an example from a rule's metadata.
func exampleFindings(t *testing.T, example string) diag.List {
	t.Helper()
	list, _ := run(t, exampleArchive(example))
	return list
}

// exampleArchive has an example's schema, whose comment may say what is in the prompt
// beside it, or its prompt.
func exampleArchive(example string) *txtar.Archive {
	prompt := "Hello.\n"
	if _, text, ok := strings.Cut(example, "# prompts/greeter.md: "); ok {
		prompt = text
	}
	a := &txtar.Archive{Files: []txtar.File{
		{Name: schemaFile, Data: []byte(example)},
		{Name: "prompts/greeter.md", Data: []byte(prompt)},
	}}
	if !strings.HasPrefix(example, "version:") {
		a.Files = []txtar.File{
			{Name: schemaFile, Data: []byte(check.ExampleSchema())},
			{Name: promptName(example), Data: []byte(example)},
		}
	}
	return a
}

// promptName returns the name of a file that such an example is in.
func promptName(example string) string {
	for _, field := range []string{"instruction:", "output_key:", "sub_agents:"} {
		if strings.HasPrefix(example, field) {
			return "agent.yaml"
		}
	}
	return "prompt.md"
}

// templateRules are the rules whose examples are templates; those on Go source
// are tested with the analyzer, those on Python by its reader, those on whole projects with Project, and
// stale-code with the command.
func templateRules() diag.Rules {
	others := append(diag.RulesOn(diag.OnGo, diag.OnPython, diag.OnProjects, diag.OnAgents), check.StaleCode)
	return slices.DeleteFunc(check.Rules(), func(r diag.Rule) bool {
		_, ok := others.Find(r.ID)
		return ok
	})
}

func TestExamples(t *testing.T) {
	for _, r := range templateRules() {
		t.Run(r.ID, func(t *testing.T) {
			for _, d := range exampleFindings(t, r.Bad) {
				if d.ID != r.ID || d.Severity != r.Severity {
					t.Errorf("the failing example has a finding of %s (%s): %s", d.ID, d.Severity, d.Message)
				}
			}
			if !has(exampleFindings(t, r.Bad), r.ID) {
				t.Errorf("the failing example has no finding of the rule:\n%s", r.Bad)
			}
			for _, d := range exampleFindings(t, r.Good) {
				t.Errorf("the right example has a finding of %s: %s", d.ID, d.Message)
			}
		})
	}
}

func TestMetadata(t *testing.T) {
	var seen []string
	for _, r := range check.Rules() {
		if r.Summary == "" || r.Why == "" || r.Bad == "" || r.Good == "" || slices.Contains(seen, r.ID) {
			t.Errorf("the metadata of %q is not complete, or is listed twice", r.ID)
		}
		seen = append(seen, r.ID)
	}
}

// The schema's JSON Schema lists the rules for editors; every rule of this
// package must be among them.
func TestRulesCanBeConfigured(t *testing.T) {
	for _, r := range check.Rules() {
		example := check.ExampleSchema() + "check:\n  rules: {" + r.ID + ": off}\n"
		if list := exampleFindings(t, example); len(list) > 0 {
			t.Errorf("%s: %v", r.ID, list)
		}
	}
}

// The other way round, every rule that the JSON Schema lists is one that a
// project can set.
func TestConfigurableRulesExist(t *testing.T) {
	var language struct {
		Properties struct {
			Check struct {
				Properties struct {
					Rules struct{ Properties map[string]any }
				}
			}
		}
	}
	if err := json.Unmarshal(schema.JSONSchema(), &language); err != nil {
		t.Fatal(err)
	}
	known := slices.Concat(check.Rules(), breaking.Rules()).IDs()
	for _, r := range load.Rules() {
		if r.Severity == diag.Warning {
			known = append(known, r.ID)
		}
	}
	slices.Sort(known)
	if listed := slices.Sorted(maps.Keys(language.Properties.Check.Properties.Rules.Properties)); !slices.Equal(listed, known) {
		t.Errorf("stategen.schema.json lists %v, and the rules are %v", listed, known)
	}
}
