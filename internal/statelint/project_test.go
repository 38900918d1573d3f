package statelint_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"golang.org/x/tools/txtar"
)

// writeProject writes the files of an archive below a folder where the go command
// finds them beside the stubs.
func writeProject(t *testing.T, archive string) statelint.CheckOptions {
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
	o := writeProject(t, `
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
	o := writeProject(t, `
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
	o := writeProject(t, `
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
	o := writeProject(t, `
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
	o := writeProject(t, `
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
