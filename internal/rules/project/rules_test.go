package project_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/breaking"
	"github.com/seed92179c4c/stategen/internal/diag"
	_ "github.com/seed92179c4c/stategen/internal/rules/code" // registers its rules
	"github.com/seed92179c4c/stategen/internal/rules/project"
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
			{Name: schemaFile, Data: []byte(project.ExampleSchema)},
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
	others := append(diag.RulesOn(diag.OnGo, diag.OnPython, diag.OnProjects, diag.OnAgents), project.StaleCode)
	return slices.DeleteFunc(project.Rules(), func(r diag.Rule) bool {
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
	for _, r := range project.Rules() {
		if r.Summary == "" || r.Why == "" || r.Bad == "" || r.Good == "" || slices.Contains(seen, r.ID) {
			t.Errorf("the metadata of %q is not complete, or is listed twice", r.ID)
		}
		seen = append(seen, r.ID)
	}
}

// The schema's JSON Schema lists the rules for editors; every rule of this
// package must be among them.
func TestRulesCanBeConfigured(t *testing.T) {
	for _, r := range project.Rules() {
		example := project.ExampleSchema + "check:\n  rules: {" + r.ID + ": off}\n"
		if list := exampleFindings(t, example); len(list) > 0 {
			t.Errorf("%s: %v", r.ID, list)
		}
	}
}

const languageFile = "../../../schema/stategen.schema.json"

// TestLanguageListsRules holds that the rules which the JSON Schema lists are those that a project can set, in the
// rules' own words. With -update it writes them there.
func TestLanguageListsRules(t *testing.T) {
	text, err := os.ReadFile(languageFile)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "\"title\": \"check.rules\",\n          \"type\": \"object\",\n          \"properties\": {\n", "\n          },\n          \"additionalProperties\""
	before, rest, ok := strings.Cut(string(text), begin)
	listed, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("the JSON Schema has no check.rules")
	}
	want := configurable(t)
	if *update {
		if err := os.WriteFile(languageFile, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if listed != want {
		t.Error("the JSON Schema's check.rules are stale; run `make generate`")
	}
}

// configurable is the rules that a project can set, as the JSON Schema has them.
func configurable(t *testing.T) string {
	t.Helper()
	rules := slices.Concat(project.Rules(), breaking.Rules())
	for _, r := range load.Rules() {
		if load.IsAdvice(r) {
			rules = append(rules, r)
		}
	}
	slices.SortFunc(rules, func(a, b diag.Rule) int { return strings.Compare(a.ID, b.ID) })
	var lines []string
	for _, r := range rules {
		var doc strings.Builder
		e := json.NewEncoder(&doc)
		e.SetEscapeHTML(false)
		if err := e.Encode(strings.ToUpper(r.Summary[:1]) + r.Summary[1:] + "."); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("            %q: {\"description\": %s, \"enum\": [\"off\", \"warning\", \"error\"]}", r.ID, strings.TrimSpace(doc.String())))
	}
	return strings.Join(lines, ",\n")
}
