package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/workspace"
)

// generating is a project with generated code, which %s says where the runtime of is.
const generating = `
-- go.mod --
module example.com/agent

go 1.26

require (
	google.golang.org/adk/v2 v2.0.0
	github.com/seed92179c4c/stategen/runtime v0.0.0
)

replace google.golang.org/adk/v2 => ./adk

replace github.com/seed92179c4c/stategen/runtime => %s
-- adk/go.mod --
module google.golang.org/adk/v2

go 1.26
-- adk/session/session.go --
package session

import "iter"

type State interface {
	Get(string) (any, error)
	Set(string, any) error
	All() iter.Seq2[string, any]
}
-- book/stategen.yaml --
version: 1
targets: [go, typescript]
instructions:
  p: {text: "On {user:city?}."}
types:
  Step: {enum: [search, done]}
check: {templates: ["*.md"]}
keys:
  user:city: {type: string, optional: true, doc: Where *they* live.}
  step: {type: Step, default: search}
-- book/one.md --
😀 Live in {user:city?}, at {step}.
-- main.go --
package main

import (
	"example.com/agent/book"
	"google.golang.org/adk/v2/session"
)

func main() {}

func City(s session.State) error {
	if err := book.Of(s).SetUserCity("Bern"); err != nil {
		return err
	}
	if err := s.Set(book.KeyUserCity, "Bern"); err != nil {
		return err
	}
	_, _, err := book.Read(s).UserCity()
	return err
}
`

// generated starts a client in a project whose code is generated.
func generated(t *testing.T) *testClient {
	t.Helper()
	runtime, err := filepath.Abs("../../runtime")
	if err != nil {
		t.Fatal(err)
	}
	c := dial(t, writeProject(t, fmt.Sprintf(generating, runtime)))
	g, err := (&workspace.Workspace{}).Generate(t.Context(), []string{filepath.Join(c.dir, "book")})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Write(nil); err != nil {
		t.Fatal(err)
	}
	c.call("initialize", fmt.Sprintf(`{"workspaceFolders":[{"uri":%q}],"capabilities":{}}`, URI(c.dir)), nil)
	c.notify("initialized", "{}")
	return c
}

// ask asks about the first place where an open file has a text.
func (c *testClient) ask(method, name, at, more string, result any) error {
	c.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		c.Fatal(err)
	}
	i := strings.Index(string(text), at)
	if i < 0 {
		c.Fatalf("%s has no %s", name, at)
	}
	c.open(name, string(text))
	defer c.close(name)
	p, _ := json.Marshal(NewText(text).Position(i + 1))
	return c.try(method, fmt.Sprintf(`{"textDocument":{"uri":%q},"position":%s%s}`, c.uri(name), p, more), result)
}

func (c *testClient) locations(list []Location) string {
	var lines []string
	for _, l := range list {
		lines = append(lines, fmt.Sprintf("%s:%d:%d-%d", c.name(l.URI), l.Range.Start.Line, l.Range.Start.Character, l.Range.End.Character))
	}
	return sorted(lines)
}

// TestFind holds what is known of a key, from wherever it is named.
func TestFind(t *testing.T) {
	c := generated(t)
	c.expect("")
	for name, at := range map[string]string{"book/stategen.yaml": "user:city: {", "book/one.md": "user:city", "main.go": "SetUserCity"} {
		var h Hover
		if err := c.ask("textDocument/hover", name, at, "", &h); err != nil {
			t.Error(err)
		}
		for _, want := range []string{"**user:city**: string, optional, user", `Where \*they\* live.`, "func (r *Reader) UserCity() (string, bool, error)", "keys.userCity\n", "Written by: [main.go:11](", "[main.go:14](", "Read by: [main.go:17]", "In prompts: [one.md:1]"} {
			if !strings.Contains(h.Contents.Value, want) {
				t.Errorf("%s: no %q in %s", name, want, h.Contents.Value)
			}
		}
		var defined, used []Location
		if err := c.ask("textDocument/definition", name, at, "", &defined); err != nil || c.locations(defined) != "book/stategen.yaml:8:2-11\n" {
			t.Errorf("%s: %s %v", name, c.locations(defined), err)
		}
		const want = "book/one.md:0:12-21\nbook/stategen.yaml:3:17-26\nbook/stategen.yaml:8:2-11\nmain.go:10:22-33\nmain.go:13:22-33\nmain.go:16:27-35\n"
		if err := c.ask("textDocument/references", name, at, "", &used); err != nil || c.locations(used) != want {
			t.Errorf("%s: %s %v", name, c.locations(used), err)
		}
	}
	var defined []Location
	if err := c.ask("textDocument/definition", "book/stategen.yaml", "Step, d", "", &defined); err != nil || c.locations(defined) != "book/stategen.yaml:5:2-6\n" {
		t.Errorf("%s %v", c.locations(defined), err)
	}
	if err := c.ask("textDocument/definition", "book/one.md", "Live", "", &defined); err != nil || len(defined) > 0 {
		t.Errorf("%s %v", c.locations(defined), err)
	}
}

// TestWorkingFolder holds that Go source is checked where the server was started in the
// project's folder, as editors do.
func TestWorkingFolder(t *testing.T) {
	c := generated(t)
	t.Chdir(c.dir)
	c.expect("")
	var h Hover
	if err := c.ask("textDocument/hover", "book/one.md", "user:city", "", &h); err != nil || !strings.Contains(h.Contents.Value, "Written by: [main.go:11]") {
		t.Errorf("%s %v", h.Contents.Value, err)
	}
}

// TestRename holds that a key that is renamed everywhere, with the code generated again,
// leaves nothing to find.
func TestRename(t *testing.T) {
	c := generated(t)
	c.expect("")
	for _, refused := range []string{"app:city", "a b", "", "user:", "user:a-b", "x:y:z"} {
		if err := c.ask("textDocument/rename", "book/one.md", "user:city", fmt.Sprintf(`,"newName":%q`, refused), nil); err == nil {
			t.Errorf("%q is taken", refused)
		}
	}
	if err := c.ask("textDocument/rename", "book/one.md", "Live", `,"newName":"town"`, nil); err == nil {
		t.Error("a word is renamed")
	}
	var edit WorkspaceEdit
	if err := c.ask("textDocument/rename", "main.go", "UserCity()", `,"newName":"home_town"`, &edit); err != nil {
		t.Fatal(err)
	}
	for uri, edits := range changes(edit) {
		path, _ := PathOf(uri)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		after := NewText(text)
		slices.SortFunc(edits, func(a, b TextEdit) int {
			return after.Offset(b.Range.Start) - after.Offset(a.Range.Start)
		})
		for _, e := range edits {
			after = after.Apply(ContentChange{Range: &e.Range, Text: e.NewText})
		}
		writeFile(t, path, string(after.Bytes))
	}
	g, err := (&workspace.Workspace{}).Generate(t.Context(), []string{filepath.Join(c.dir, "book")})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Write(nil); err != nil {
		t.Fatal(err)
	}
	c.expect("")
	text, _ := os.ReadFile(filepath.Join(c.dir, "main.go"))
	for _, want := range []string{"SetUserHomeTown(", "KeyUserHomeTown,", "UserHomeTown()"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// TestRenameReleased holds that a key of which values are stored isn't renamed at once, and that
// it is said what to do.
func TestRenameReleased(t *testing.T) {
	c := begin(t, "-- stategen.yaml --\nversion: 1\nkeys:\n  user:a: string?\n", `"window":{"showMessage":{}}`)
	c.expect("")
	var edit WorkspaceEdit
	for answer, want := range map[string]string{renameReleased: "renamed_to: user:z", renamePlainly: ""} {
		c.answer = answer
		err := c.ask("textDocument/rename", "stategen.yaml", "user:a", `,"newName":"z"`, &edit)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", answer, err)
		}
	}
	if edits := changes(edit)[c.uri("stategen.yaml")]; len(edits) != 1 || edits[0].NewText != "user:z" {
		t.Errorf("it is renamed by %+v", edits)
	}
}

// TestFormatting holds how a schema is laid out.
func TestFormatting(t *testing.T) {
	c := begin(t, completing)
	c.diagnostics()
	var edits []TextEdit
	writeFile(t, filepath.Join(c.dir, "stategen.yaml"), "version:   1\nkeys:\n    a:   int\n")
	if err := c.ask("textDocument/formatting", "stategen.yaml", "version", "", &edits); err != nil || len(edits) != 1 || edits[0].NewText != "version: 1\n\nkeys:\n  a: int\n" {
		t.Errorf("%+v %v", edits, err)
	}
}

// TestLenses holds what is counted above each key.
func TestLenses(t *testing.T) {
	c := generated(t)
	c.diagnostics()
	var list []CodeLens
	if err := c.ask("textDocument/codeLens", "book/stategen.yaml", "version", "", &list); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, l := range list {
		lines = append(lines, fmt.Sprintf("%d %s", l.Range.Start.Line, l.Command.Title))
	}
	if got := sorted(lines); got != "8 2 writers, 1 reader, 2 placeholders\n9 1 placeholder\n" {
		t.Error(got)
	}
}
