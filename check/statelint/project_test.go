package statelint_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint"
	"github.com/seed92179c4c/stategen/diag"
	"golang.org/x/tools/txtar"
)

// project writes the files of an archive below a folder where the go command
// finds them beside the stubs.
func project(t *testing.T, archive string) statelint.CheckOptions {
	t.Helper()
	o := stubs(t)
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(dir, "src", filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	o.Env = append(o.Env, "GOPATH="+filepath.Dir(o.Dir)+string(filepath.ListSeparator)+dir)
	o.Dir = filepath.Join(dir, "src")
	return o
}

func messages(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString(filepath.Base(d.Span.File) + ": " + d.Message + "\n")
	}
	return b.String()
}

const source = `
package %

import "google.golang.org/adk/v2/session"

func read(st session.State) { st.Get("near"); st.Get("far"); st.Get("third") }
`

func goFile(pkg string) string { return strings.Replace(source, "%", pkg, 1) }

func TestSchemaOfAPackage(t *testing.T) {
	o := project(t, `
-- app/stategen.yaml --
version: 1
keys: {near: string}
-- app/.git --
-- app/a/a.go --`+goFile("a")+`
-- app/deep/stategen.yaml --
version: 1
keys: {far: string}
-- app/deep/b/b.go --`+goFile("b")+`
-- app/named/c.go --
//stategen:schema ../deep/stategen.yaml
`+goFile("c")+`
-- other/d.go --`+goFile("d")+`
-- third.yaml --
version: 1
keys: {third: string}
`)
	want := `a.go: the schema declares no key "far"
a.go: the schema declares no key "third"
b.go: the schema declares no key "near"
b.go: the schema declares no key "third"
c.go: the schema declares no key "near"
c.go: the schema declares no key "third"
`
	r := run(t, o, "app/...", "other")
	if got := messages(r.Findings); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if r.Packages != 3 {
		t.Errorf("%d packages were checked, want 3: the one without a schema is left alone", r.Packages)
	}
	o.Schema = filepath.Join(o.Dir, "third.yaml")
	want = "d.go: the schema declares no key \"near\"\nd.go: the schema declares no key \"far\"\n"
	if got := messages(run(t, o, "other").Findings); got != want {
		t.Errorf("with a schema for all: got:\n%s\nwant:\n%s", got, want)
	}
}

// Of the key whose type is wrong, nothing is said.
func TestWrongSchemaIsReportedOnce(t *testing.T) {
	o := project(t, `
-- app/stategen.yaml --
version: 1
keys: {near: strnig}
-- app/a/a.go --`+goFile("a")+`
-- app/b/b.go --`+goFile("b")+`
`)
	want := `a.go: the schema declares no key "far"
a.go: the schema declares no key "third"
b.go: the schema declares no key "far"
b.go: the schema declares no key "third"
stategen.yaml: there is no type "strnig"
`
	if got := messages(run(t, o, "app/...").Findings); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestCodeThatDoesNotCompile(t *testing.T) {
	o := project(t, `
-- app/stategen.yaml --
version: 1
keys: {near: string, third: string}
-- app/a/a.go --`+goFile("a")+`
func broken() { undefined() }
`)
	r := run(t, o, "app/a")
	want := "a.go: the schema declares no key \"far\"\n" +
		"a.go: this package does not compile, so what uses types in it was not checked: undefined: undefined\n"
	if got := messages(r.Findings); got != want {
		t.Errorf("got:\n%s", got)
	}
	for _, d := range r.Findings {
		src := r.Sources[d.Span.File]
		if d.ID == "not-checked" && (d.Severity != diag.Warning || !strings.HasPrefix(string(src.Text[d.Span.Start:]), "undefined()")) {
			t.Errorf("%s at %v", d.Severity, src.Position(d.Span.Start))
		}
	}
	if len(r.NotChecked) > 0 {
		t.Errorf("not checked: %v", r.NotChecked)
	}
	if _, err := statelint.Check([]string{"app/nowhere"}, o); err == nil {
		t.Error("a pattern that matches nothing is no error")
	}
}

func TestSuppressions(t *testing.T) {
	o := project(t, `
-- app/stategen.yaml --
version: 1
keys: {near: string}
-- app/a/a.go --
package a

import "google.golang.org/adk/v2/session"

func read(st session.State) {
	st.Get("far") //stategen:ignore undeclared-key the host sets it
	//stategen:ignore undeclared-key nothing is wrong here
	st.Get("near")
}
`)
	want := "a.go: nothing breaks the rule undeclared-key here\n"
	if got := messages(run(t, o, "app/a").Findings); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestTestFilesAreLeftAlone(t *testing.T) {
	o := project(t, `
-- app/stategen.yaml --
version: 1
keys: {near: string, third: string}
-- app/a/a.go --
package a
-- app/a/a_test.go --`+goFile("a")+`
`)
	if got := messages(run(t, o, "app/a").Findings); got != "" {
		t.Errorf("got:\n%s", got)
	}
	o.Tests = true
	if got := messages(run(t, o, "app/a").Findings); got != "a_test.go: the schema declares no key \"far\"\n" {
		t.Errorf("with tests: got:\n%s", got)
	}
}

// Each rule's failing example is found and its fixed one is not. All are checked at once:
// what takes time is the packages that they import.
func TestExamplesOfRules(t *testing.T) {
	plain, generated := exampleFiles()
	found := findingsByFolder(run(t, project(t, plain), "app/...", "rawkey/..."))
	if !testing.Short() {
		maps.Copy(found, findingsByFolder(run(t, generatedExamples(t, generated), "app/...")))
	}
	for folder, list := range found {
		if !strings.HasSuffix(folder, "_bad") {
			t.Errorf("findings in %s:\n%s", folder, messages(list))
		}
	}
	for _, rule := range rulesOfState() {
		t.Run(rule.ID, func(t *testing.T) {
			if testing.Short() && onGenerated(rule) {
				t.Skip("type-checks our runtime")
			}
			bad := found[exampleFolder(rule, "bad")]
			if len(bad) != 1 || bad[0].ID != rule.ID || bad[0].Severity != rule.Severity {
				t.Errorf("the failing example has the findings:\n%s", messages(bad))
			}
			if good := found[exampleFolder(rule, "good")]; len(good) != 0 {
				t.Errorf("the fixed example has the findings:\n%s", messages(good))
			}
			if rule.Summary == "" || rule.Why == "" {
				t.Error("the metadata is not complete")
			}
		})
	}
}

// rulesOfState are those on Go code but for ADK's and tRPC-Agent-Go's, whose examples TestADK and
// TestTRPCExamples have, with the code that they are about.
func rulesOfState() []diag.Rule {
	return slices.DeleteFunc(slices.Clone(check.GoRules()), func(r diag.Rule) bool {
		_, adk := check.ADKRules().Find(r.ID)
		_, trpc := check.TRPCRules().Find(r.ID)
		return adk || trpc
	})
}

// onGenerated reports whether a rule's examples need real generated code and our runtime.
func onGenerated(rule diag.Rule) bool {
	return rule.ID == check.DroppedDelta.ID || strings.Contains(rule.Bad+rule.Good, "run")
}

// exampleFolder is where an example is. Where keys are not raw, nothing is generated from
// the schema.
func exampleFolder(rule diag.Rule, which string) string {
	top := "app"
	if rule.ID == check.RawKey.ID {
		top = "rawkey"
	}
	return top + "/" + strings.ReplaceAll(rule.ID, "-", "_") + "_" + which
}

func findingsByFolder(r statelint.Report) map[string]diag.List {
	found := map[string]diag.List{}
	for _, d := range r.Findings {
		if !strings.Contains(d.Message, "declared and not used") { // the examples are excerpts
			dir := filepath.Dir(d.Span.File)
			folder := filepath.Base(filepath.Dir(dir)) + "/" + filepath.Base(dir)
			found[folder] = append(found[folder], d)
		}
	}
	return found
}

// exampleFiles are the packages of all examples: an archive of those that need no generated
// code, and the files of those that do.
func exampleFiles() (plain string, generated map[string]string) {
	const keys = `keys: {visits: int, city: string, notes: "[]string", trips: {type: int, default: 0, merge: sum}, "temp:report": "string?"}`
	plain = `
-- app/stategen.yaml --
version: 1
out: ../bookingstate
` + keys + `
-- rawkey/stategen.yaml --
version: 1
out: ../own/bookingstate
` + keys + `
-- own/bookingstate/bookingstate_gen.go --
// Code generated by stategen. DO NOT EDIT.
// source: ../../rawkey/stategen.yaml

package bookingstate

import "google.golang.org/adk/v2/session"

const KeyVisits = "visits"

type State struct{}

func Of(session.State) *State { return nil }

func (s *State) Visits() (int, error) { return 0, nil }
`
	generated = map[string]string{
		"stategen.yaml": "version: 1\nout: bookingstate\nkeys: {city: string, trips: {type: int, default: 0, merge: sum}}\n",
	}
	for _, rule := range rulesOfState() {
		for which, snippet := range map[string]string{"bad": rule.Bad, "good": rule.Good} {
			if folder := exampleFolder(rule, which); onGenerated(rule) {
				generated[strings.TrimPrefix(folder, "app/")+"/a.go"] = fmt.Sprintf(exampleOnGenerated, snippet)
			} else {
				out := map[string]string{"app": "bookingstate", "rawkey": "own/bookingstate"}[strings.Split(folder, "/")[0]]
				plain += fmt.Sprintf("-- %s/a.go --\n"+plainExample, folder, out, snippet)
			}
		}
	}
	return plain, generated
}

const plainExample = `package a

import (
	"context"
	%q

	"google.golang.org/adk/v2/session"
)

func example(ctx context.Context, st session.State, service session.Service, req *session.GetRequest, event *session.Event) {
	resp, _ := service.Get(ctx, req)
	%s
	_ = bookingstate.Of
}
`

const exampleOnGenerated = `package a

import (
	"context"

	"app/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

var (
	_ = bookingstate.Of
	_ runtime.State
)

func example(ctx context.Context, run *runtime.Context) {
	%s
}
`

func generatedExamples(t *testing.T, files map[string]string) statelint.CheckOptions {
	return options(generated(t, "app", files))
}
