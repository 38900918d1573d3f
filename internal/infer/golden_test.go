package infer_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/infer"
	"github.com/seed92179c4c/stategen/internal/standins"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"github.com/seed92179c4c/stategen/schema/load"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

const (
	wantFile       = "want.yaml"
	intoFile       = "into.yaml"
	unresolvedFile = "unresolved"
	eventsFile     = "events.jsonl"
)

// workspace writes the Go files of a case below a folder where the go command
// finds them beside the stand-ins for frameworks, and goes there.
func workspace(t *testing.T, a *txtar.Archive) statelint.CheckOptions {
	t.Helper()
	kits, dir := t.TempDir(), t.TempDir()
	if err := os.CopyFS(filepath.Join(kits, "src"), standins.Sources()); err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		path := filepath.Join(dir, "src", filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(dir, "src"))
	return statelint.CheckOptions{
		Options: statelint.Options{Tests: true},
		Dir:     filepath.Join(dir, "src"),
		Env: append(os.Environ(), "GO111MODULE=off", "GOWORK=off", "GOFLAGS=",
			"GOPATH="+kits+string(filepath.ListSeparator)+dir),
	}
}

func file(a *txtar.Archive, name string) []byte {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// TestGolden infers the schema of small programs. Each inferred schema loads
// and generates, and a check with it finds no key that it does not declare.
func TestGolden(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			path, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, path)
		})
	}
}

func golden(t *testing.T, path string) {
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	o := workspace(t, a)
	found, err := statelint.Survey([]string{"./app/..."}, o)
	if err != nil {
		t.Fatal(err)
	}
	d := infer.New(found.Found, stored(t, a), infer.Options{OutputPath: "app/agentstate"})
	got := draft(t, d, a)
	holds(t, a, o, got)
	var unresolved strings.Builder
	for _, u := range found.Unresolved {
		unresolved.WriteString(u.Span.File + ": " + u.Reason + "\n")
	}
	for _, s := range d.LeftOut {
		unresolved.WriteString("left out: " + s + "\n")
	}
	compare(t, path, a, wantFile, string(got))
	compare(t, path, a, unresolvedFile, unresolved.String())
}

// draft writes the schema, or adds to the one that the case has.
func draft(t *testing.T, d *infer.Draft, a *txtar.Archive) []byte {
	t.Helper()
	if into := file(a, intoFile); into != nil {
		got, _, err := d.Into(intoFile, into, os.ReadFile)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	got, err := d.Schema()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// holds checks that a schema is fit for use.
func holds(t *testing.T, a *txtar.Archive, o statelint.CheckOptions, text []byte) {
	t.Helper()
	name := filepath.Join(o.Dir, "inferred.yaml")
	if err := os.WriteFile(name, text, 0o644); err != nil {
		t.Fatal(err)
	}
	r := load.Schema(name, os.ReadFile)
	if r.Schema == nil {
		t.Fatalf("%s\n%v", text, r.Diagnostics)
	}
	if r.Schema.HasClients() {
		t.Errorf("who may see a key is guessed in\n%s", text)
	}
	if _, found := generator.Generate(r.Schema, generator.Options{Package: "agentstate"}); found.HasErrors() {
		t.Errorf("%s\n%v", text, found)
	}
	o.Schema, o.Tests = name, false
	report, err := statelint.Check([]string{"./app/..."}, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if f.ID == "undeclared-key" {
			t.Errorf("%s: %s", f.Span.File, f.Message)
		}
	}
}

// compare holds a text against the file of that name in the case, or rewrites
// it. Without a file the text has to be empty.
func compare(t *testing.T, path string, a *txtar.Archive, name, got string) {
	t.Helper()
	if want := string(file(a, name)); want != got && !*update {
		t.Errorf("%s: got:\n%s\nwant:\n%s", name, got, want)
	}
	if !*update {
		return
	}
	var files []txtar.File
	for _, f := range a.Files {
		if f.Name != name {
			files = append(files, f)
		}
	}
	if got != "" {
		files = append(files, txtar.File{Name: name, Data: []byte(got)})
	}
	a.Files = files
	if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

// stored is what the case's file of events says, if it has one.
func stored(t *testing.T, a *txtar.Archive) []infer.Stored {
	t.Helper()
	list, err := infer.ReadEvents(bytes.NewReader(file(a, eventsFile)), eventsFile)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
