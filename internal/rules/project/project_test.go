package project_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
)

// checkProject applies the rules on whole projects to the prompts of an archive
// and to uses in Go source.
func checkProject(t *testing.T, a *txtar.Archive, code project.Code) (diag.List, diag.Sources) {
	t.Helper()
	r := loadCase(t, a)
	var files []*diag.Source
	for _, f := range a.Files {
		files = append(files, r.Sources.Add(f.Name, f.Data))
	}
	for _, f := range code.Files {
		r.Sources[f.Name] = f
	}
	return project.Project(r.Schema, files, code), r.Sources
}

func TestExamplesOfProjectRules(t *testing.T) {
	for _, r := range diag.RulesOn(diag.OnProjects) {
		if !strings.HasPrefix(r.Bad, "version:") {
			continue // Go source, which is tested with the analyzer
		}
		t.Run(r.ID, func(t *testing.T) {
			bad, _ := checkProject(t, exampleArchive(r.Bad), project.Code{})
			if !has(bad, r.ID) {
				t.Errorf("the failing example has no finding of the rule:\n%s", r.Bad)
			}
			good, _ := checkProject(t, exampleArchive(r.Good), project.Code{})
			if has(good, r.ID) {
				t.Errorf("the right example still has a finding of the rule:\n%s", r.Good)
			}
			for _, d := range exampleFindings(t, r.Good) {
				t.Errorf("the right example has a finding of %s: %s", d.ID, d.Message)
			}
		})
	}
}

// Each case is a use of the key beside a schema in which it is optional.
func TestWhatCountsAsUse(t *testing.T) {
	set := func(key string) source.Use { return source.Use{Key: key, Kind: source.Set} }
	get := func(key string) source.Use { return source.Use{Key: key, Kind: source.Get} }
	partial := func(u source.Use) source.Use { u.Partial = true; return u }
	needed, unset, begin := source.Use{Key: "city", Kind: source.Placeholder}, source.Use{Key: "city", Kind: source.Unset}, source.Use{Key: "city", Kind: source.Begin}
	shown := source.Use{Key: "city", Kind: source.Placeholder, Defaults: true}
	always := source.Use{Key: "user:city", Kind: source.Placeholder, Optional: true}
	inTest := func(u source.Use) source.Use { u.Test = true; return u }
	const unknown = source.UnknownPart
	for _, c := range []struct {
		name string
		key  string // in the schema
		uses []source.Use
		want string // rules with a finding
	}{
		{"none", "city: string?", nil, "unused-key"},
		{"read", "city: string?", []source.Use{get("city")}, "unwritten-key"},
		{"written", "city: string?", []source.Use{set("city")}, ""},
		{"both", "city: string?", []source.Use{set("city"), get("city")}, ""},
		{"needed, created without", "city: {type: string, default: Bern}", []source.Use{needed, unset}, "missing-initial"},
		{"shown with its default, created without", "city: {type: string, default: Bern}", []source.Use{shown, unset}, ""},
		{"optional, a default that a framework doesn't know", "user:city: {type: string, default: Bern}", []source.Use{always}, "unwritten-key"},
		{"optional, a default that is shown", "user:city: {type: string, default: Bern}", []source.Use{{Key: "user:city", Kind: source.Placeholder, Optional: true, Defaults: true}}, ""},
		{"optional, a default, set", "user:city: {type: string, default: Bern}", []source.Use{always, set("user:city")}, ""},
		{"optional, a default, set elsewhere", "user:city: {type: string, default: Bern, written_by: [form]}", []source.Use{always}, ""},
		{"optional, a default, any key may be set", "user:city: {type: string, default: Bern}", []source.Use{always, partial(set(unknown))}, ""},
		{"optional, a default that Initial stores", "city: {type: string, default: Bern}", []source.Use{{Key: "city", Kind: source.Placeholder, Optional: true}}, ""},
		{"needed, created without in one place", "city: string", []source.Use{needed, unset, begin}, "missing-initial"},
		{"needed, created without in all places", "city: string", []source.Use{needed, unset}, "unwritten-key"},
		{"needed, created without, and set", "city: {type: string, default: Bern}", []source.Use{needed, unset, set("city")}, ""},
		{"needed, created without, and answered", "city: string", []source.Use{needed, unset, {Key: "city", Kind: source.Output}}, ""},
		{"needed, created without, and mentioned", "city: string", []source.Use{needed, unset, begin, {Key: "city", Kind: source.Mention}}, ""},
		{"needed, created without, any key may be set", "city: string", []source.Use{needed, unset, begin, partial(set(unknown))}, ""},
		{"needed, created without, set elsewhere", "city: {type: string, written_by: [form]}", []source.Use{needed, unset, begin}, ""},
		{"shown if set, created without", "city: string?", []source.Use{unset, begin, {Key: "city", Kind: source.Placeholder, Optional: true}}, ""},
		{"read in Go, created without", "city: string", []source.Use{unset, begin, get("city")}, ""},
		{"a user's, created without", "user:city: {type: string, default: Bern}", []source.Use{{Key: "user:city", Kind: source.Placeholder}, {Key: "user:city", Kind: source.Unset}}, ""},
		{"cleared", "city: string?", []source.Use{{Key: "city", Kind: source.Clear}}, ""},
		{"cleared and read", "city: string?", []source.Use{{Key: "city", Kind: source.Clear}, get("city")}, "unwritten-key"},
		{"written by a test", "city: string?", []source.Use{inTest(set("city")), get("city")}, "unwritten-key"},
		{"used by a test", "city: string?", []source.Use{inTest(set("city")), inTest(get("city"))}, "unused-key"},
		{"read with a default", "city: {type: string, default: Bern}", []source.Use{get("city")}, ""},
		{"read, written elsewhere", "city: {type: string, optional: true, written_by: [model]}", []source.Use{get("city")}, ""},
		{"written elsewhere, not read", "city: {type: string, optional: true, written_by: [model]}", nil, ""},
		{"clients read, code writes", "city: {type: string, optional: true, client: read}", []source.Use{set("city")}, ""},
		{"clients read, output", "city: {type: string, optional: true, client: read}", []source.Use{{Key: "city", Kind: source.Output}}, ""},
		{"clients write, nothing else", "city: {type: string, optional: true, client: write}", nil, ""},
		{"clients write, code reads", "city: {type: string, optional: true, client: write}", []source.Use{get("city")}, ""},
		{"deprecated", "city: {type: string, optional: true, deprecated: use town}", nil, ""},
		{"written under an old name", "city: {type: string, optional: true, renamed_from: [town]}", []source.Use{get("city"), set("town")}, ""},
		{"misspelt", "city: string?", []source.Use{set("ctiy")}, ""},
		{"mentioned", "city: string?", []source.Use{{Key: "city", Kind: source.Mention}, get("city")}, ""},
		{"only mentioned", "city: string?", []source.Use{{Key: "city", Kind: source.Mention}}, ""},
		{"any key may be written", "city: string?", []source.Use{get("city"), partial(set(unknown))}, ""},
		{"any key may be read", "city: string?", []source.Use{partial(get(unknown))}, ""},
		{"a family is written", `"hold_{seat}": string?`, []source.Use{get("hold_12A"), partial(set("hold_" + unknown))}, ""},
		{"a family is read", `"hold_{seat}": string?`, []source.Use{get("hold_" + unknown)}, "unwritten-key"},
		{"loaded, optional", "city: string?", []source.Use{{Key: "city", Kind: source.Loaded}}, "unused-key"},
		{"loaded, required", "city: string", []source.Use{{Key: "city", Kind: source.Loaded}}, "unwritten-key"},
		{"loaded, with a default", "city: {type: string, default: Bern}", []source.Use{{Key: "city", Kind: source.Loaded}}, ""},
		{"output, not read", "city: string?", []source.Use{{Key: "city", Kind: source.Output}}, "unread-output-key"},
		{"output, read", "city: string?", []source.Use{{Key: "city", Kind: source.Output}, get("city")}, ""},
		{"output, loaded", "city: string?", []source.Use{{Key: "city", Kind: source.Output}, {Key: "city", Kind: source.Loaded}}, ""},
		{"output, any key may be read", "city: string?", []source.Use{{Key: "city", Kind: source.Output}, partial(get(unknown))}, ""},
		{"output, read by a test", "city: string?", []source.Use{{Key: "city", Kind: source.Output}, inTest(get("city"))}, "unread-output-key"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := &txtar.Archive{Files: []txtar.File{{Name: schemaFile, Data: []byte("version: 1\nkeys:\n  " + c.key + "\n")}}}
			list, _ := checkProject(t, a, project.Code{Uses: c.uses})
			if got := strings.Join(ids(list), " "); got != c.want {
				t.Errorf("findings %q, want %q", got, c.want)
			}
		})
	}
}

func ids(list diag.List) []string {
	var all []string
	for _, d := range list {
		all = append(all, d.ID)
	}
	return all
}

// What people read about a whole project, with comments that silence parts of
// it in each kind of file.
func TestProject(t *testing.T) {
	a := txtar.Parse([]byte(`
-- stategen.yaml --
version: 1
keys:
  city: string?
  town: string?
  street: string
  plan: string?
  seat: {type: string, optional: true, written_by: [booking_form]}
  wish: {type: string, optional: true} # stategen:ignore unused-key the next release sets it
  meal: {type: string, optional: true} # stategen:ignore unwritten-key it is not even read
  user:draft: string?
  user:draft2: string?
  tone: {type: string, default: kind}
foreign: ["town*"]
check: {rules: {unread-output-key: error}}
instructions:
  greeter: {text: "Weather in {city?}. Seat {seat?}."}
-- prompts/greeter.md --
Streets: {street} {city?} {tone}
{% if user:draft2 %}
-- agent.yaml --
instruction: Go on.
output_key: plan
-- silent.yaml --
instruction: Go on.
output_key: plan # stategen:ignore unread-output-key people read it
`))
	code := project.Code{
		Uses: []source.Use{
			{Key: "user:draft", Kind: source.Output, Span: diag.Span{File: "keys.go", Start: 3, End: 5}, Site: diag.Span{File: "agent.go", Start: 0, End: 8}},
			{Key: "street", Kind: source.Get, Span: diag.Span{File: "agent.go", Start: 9, End: 13}},
			{Key: "tone", Kind: source.Unset, Span: diag.Span{File: "agent.go", Start: 9, End: 14}},
		},
		Files: []*diag.Source{
			diag.NewSource("agent.go", []byte("KeyDraft Get()\n\n// stategen:ignore unread-output-key no reason any more\n")),
		},
	}
	list, sources := checkProject(t, a, code)
	want := `agent.go:1:1: error: nothing reads "user:draft", under which this agent's final text is saved [unread-output-key]
    KeyDraft Get()
    ^^^^^^^^
    hint: read it in another agent's instruction or in code, or leave the output key out
    stategen.yaml:10:3: declared here

agent.go:1:10: warning: a session begins here without a value for "tone", and nothing else sets one [missing-initial]
    KeyDraft Get()
             ^^^^^
    hint: create it with the result of Build of the generated Initial, with every required field set
    prompts/greeter.md:1:28: this placeholder needs it
    stategen.yaml:12:3: declared here

agent.go:3:4: warning: nothing breaks the rule unread-output-key here [unused-suppression]
    // stategen:ignore unread-output-key no reason any more
       ^^^^^^^^^^^^^^^
    hint: remove the comment

agent.yaml:2:13: error: nothing reads "plan", under which this agent's final text is saved [unread-output-key]
    output_key: plan
                ^^^^
    hint: read it in another agent's instruction or in code, or leave the output key out
    stategen.yaml:6:3: declared here

stategen.yaml:3:3: warning: nothing sets "city": the optional marker of its placeholder hides that the text is always empty [unwritten-key]
      city: string?
      ^^^^
    hint: set it, or name who does in written_by
    prompts/greeter.md:1:20: it is read here
    stategen.yaml:16:32: it is read here

stategen.yaml:5:3: warning: "street" is read, but nothing sets it [unwritten-key]
      street: string
      ^^^^^^
    hint: set it, or name who does in written_by
    agent.go:1:10: it is read here
    prompts/greeter.md:1:11: it is read here

stategen.yaml:9:3: warning: nothing reads or writes "meal" [unused-key]
      meal: {type: string, optional: true} # stategen:ignore unwritten-key it is not even read
      ^^^^
    hint: remove it, or name who sets it in written_by

stategen.yaml:9:42: warning: nothing breaks the rule unwritten-key here [unused-suppression]
      meal: {type: string, optional: true} # stategen:ignore unwritten-key it is not even read
                                             ^^^^^^^^^^^^^^^
    hint: remove the comment
`
	got := text(t, list, sources)
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Keys of an included schema may be used by other projects.
func TestIncludedKeysAreLeftAlone(t *testing.T) {
	a := txtar.Parse([]byte(`
-- stategen.yaml --
version: 1
include: [common.yaml]
keys: {town: "string?"}
-- common.yaml --
version: 1
keys: {city: "string?"}
`))
	if list, _ := checkProject(t, a, project.Code{}); len(list) != 1 || list[0].Message != `nothing reads or writes "town"` {
		t.Errorf("findings: %v", list)
	}
}

// Templates can't judge comments about the rules that it does not apply.
func TestTemplatesLeavesCommentsToProject(t *testing.T) {
	a := txtar.Parse([]byte(`
-- stategen.yaml --
version: 1
keys:
  city: string? # stategen:ignore unused-key the next release sets it
  town: string? # stategen:ignore unused-key
`))
	list, _ := run(t, a)
	if len(list) != 1 || list[0].Message != "this suppression gives no reason" {
		t.Errorf("findings: %v", list)
	}
}
