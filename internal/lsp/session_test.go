package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

func sorted(lines []string) string {
	slices.Sort(lines)
	var out strings.Builder
	for _, l := range lines {
		out.WriteString(l + "\n")
	}
	return out.String()
}

const project = `
-- go.mod --
module example.com/agent

go 1.26

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
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
-- adk/agent/llmagent/llmagent.go --
package llmagent

type Config struct {
	Name, Instruction, OutputKey string
}

func New(c Config) error { return nil }
-- stategen.yaml --
version: 1
include: [common.yaml]
check: {templates: ["prompts/*.md", "agents/*.yaml"]}
instructions: {greeter: {file: greeter.md}}
keys:
  topic: {type: "string?", doc: What the talk is about.}
-- common.yaml --
version: 1
keys: {"user:city": "string?"}
-- greeter.md --
Hello from {user:city?} about {topic?}.
-- prompts/one.md --
😀 Say something about {topic?}.
-- agents/a.yaml --
name: a
instruction: Talk about {topic?}.
-- agent/agent.go --
package agent

import (
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

func Topic(s session.State) error {
	if _, err := s.Get("topic"); err != nil {
		return err
	}
	return s.Set("topic", "tea")
}

func Agent() error {
	return llmagent.New(llmagent.Config{Name: "a", Instruction: "Greet {user:city?} politely."})
}
`

// TestUnsavedTexts holds that the texts of all kinds of files count as the editor has
// them, and as the disk has them once they are closed.
func TestUnsavedTexts(t *testing.T) {
	c := beginWith(t, project, "{}")
	c.expect("")
	c.open("prompts/one.md", "😀 Say something about {topc?}.\n")
	c.open("greeter.md", "{user:cty?} {topic?}\n")
	c.open("agents/a.yaml", "name: a\ninstruction: Talk about {topicc?}.\n")
	agent, err := os.ReadFile(filepath.Join(c.dir, "agent/agent.go"))
	if err != nil {
		t.Fatal(err)
	}
	c.open("agent/agent.go", strings.Replace(string(agent), "{user:city?}", "{user:ciyt?}", 1))
	c.expect(`
agent/agent.go:15:69-78 undeclared-key
agents/a.yaml:1:25-31 undeclared-key
greeter.md:0:1-9 undeclared-key
prompts/one.md:0:24-28 undeclared-key
`)
	c.open("common.yaml", "version: 1\nkeys: {\"user:cty\": \"string?\"}\n")
	c.expect(`
agent/agent.go:15:69-78 undeclared-key
agents/a.yaml:1:25-31 undeclared-key
prompts/one.md:0:24-28 undeclared-key
`)
	for _, name := range []string{"prompts/one.md", "greeter.md", "agents/a.yaml", "agent/agent.go", "common.yaml"} {
		c.close(name)
	}
	c.expect("")
}

// TestIncremental holds that ranges count in units of UTF-16.
func TestIncremental(t *testing.T) {
	c := begin(t, project)
	c.open("prompts/one.md", "😀 Say something about {topic?}.\r\nAnd {user:city?}\n")
	c.edit("prompts/one.md", `{"range":{"start":{"line":0,"character":24},"end":{"line":0,"character":29}},"text":"topc"},
		{"range":{"start":{"line":1,"character":4},"end":{"line":99,"character":0}},"text":"{ciyt?}\n"}`)
	c.expect("\nprompts/one.md:0:24-28 undeclared-key\nprompts/one.md:1:5-9 undeclared-key\n")
	c.edit("prompts/one.md", `{"text":"{topic?}\n"}`)
	c.expect("")
}

// TestHalfTypedSchema holds that a schema which is no YAML at the moment says so, and that its
// next version counts.
func TestHalfTypedSchema(t *testing.T) {
	c := begin(t, project)
	c.open("stategen.yaml", "version: 1\nkeys:\n  topic: {type: str")
	if got := c.diagnostics(); !strings.Contains(got, "stategen.yaml:") {
		t.Errorf("nothing is wrong: %q", got)
	}
	c.edit("stategen.yaml", `{"text":"version: 1\nkeys: {topic: \"string?\", \"user:city\": \"string?\"}\n"}`)
	c.expect("")
}

// TestFilesOnDisk holds that files which come, change and go behind the editor's back count
// once the editor tells.
func TestFilesOnDisk(t *testing.T) {
	c := begin(t, project)
	c.expect("")
	writeFile(t, filepath.Join(c.dir, "prompts/two.md"), "{topc?}\n")
	writeFile(t, filepath.Join(c.dir, "other/stategen.yaml"), "version: 2\n")
	c.notify("workspace/didChangeWatchedFiles", `{"changes":[]}`)
	c.expect("\nother/stategen.yaml:0:9-10 unknown-value\nprompts/two.md:0:1-5 undeclared-key\n")
	if err := os.RemoveAll(filepath.Join(c.dir, "other")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(c.dir, "prompts/two.md")); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", `{"changes":[]}`)
	c.expect("")
}

// TestFolders holds that folders come and go.
func TestFolders(t *testing.T) {
	c := begin(t, project)
	other := writeProject(t, "-- stategen.yaml --\nversion: 2\n")
	c.dir = other
	c.notify("workspace/didChangeWorkspaceFolders", fmt.Sprintf(`{"event":{"added":[{"uri":%q}],"removed":[]}}`, c.uri("")))
	c.expect("\nstategen.yaml:0:9-10 unknown-value\n")
	c.notify("workspace/didChangeWorkspaceFolders", fmt.Sprintf(`{"event":{"added":[],"removed":[{"uri":%q}]}}`, c.uri("")))
	c.expect("")
}

// TestCodeActions holds that a near name is a suggestion, a certain fix preferred, and that
// the edits of one that is carried out leave nothing to find.
func TestCodeActions(t *testing.T) {
	c := begin(t, project, `"window":{}`)
	c.open("prompts/one.md", "😀 {topc?} {topic}\n")
	c.expect("\nprompts/one.md:0:11-18 missing-optional-marker\nprompts/one.md:0:4-8 undeclared-key\n")
	ask := func(context string) []CodeAction {
		var list []CodeAction
		c.call("textDocument/codeAction", fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":99}},"context":{%s}}`,
			c.uri("prompts/one.md"), context), &list)
		return list
	}
	list := ask(`"diagnostics":[],"only":["quickfix"]`)
	var titles []string
	for _, a := range list {
		titles = append(titles, fmt.Sprintf("%s preferred=%v %v", a.Title, a.IsPreferred, a.Edit.DocumentChanges))
	}
	t.Log(strings.Join(titles, "\n"))
	if len(list) < 2 || list[0].IsPreferred || !list[len(list)-1].IsPreferred {
		t.Errorf("%v", titles)
	}
	all := ask(`"only":["source.fixAll"]`)
	if len(all) != 1 || len(all[0].Edit.DocumentChanges) != 1 || *all[0].Edit.DocumentChanges[0].TextDocument.Version != 1 {
		t.Fatalf("%+v", all)
	}
	for _, e := range []WorkspaceEdit{all[0].Edit, list[0].Edit} {
		changes, _ := json.Marshal(e.DocumentChanges[0].Edits)
		c.edit("prompts/one.md", strings.Trim(strings.ReplaceAll(string(changes), "newText", "text"), "[]"))
	}
	c.expect("")
}

// TestDeclare holds that a key can be declared from where it is used, wherever the keys of the
// schema end, and is found then.
func TestDeclare(t *testing.T) {
	for _, end := range []string{"", "\n", "\n\n# the end\n", "\ncheck: {templates: [\"*.md\"]}\n", "\n    # more\n  user:b:\n    type: int\n    default: 0\n"} {
		c := begin(t, "-- stategen.yaml --\n-- one.md --\n")
		schema := "version: 1\ninstructions: {p: {file: one.md}}\nkeys:\n  a: string?" + end
		c.open("stategen.yaml", schema)
		c.open("one.md", "{user:x?}")
		c.expect("\none.md:0:1-7 undeclared-key\n")
		var list []CodeAction
		c.call("textDocument/codeAction", fmt.Sprintf(`{"textDocument":{"uri":%q},"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":3}},"context":{"only":["quickfix"]}}`, c.uri("one.md")), &list)
		i := slices.IndexFunc(list, func(a CodeAction) bool { return a.Title == `Declare "user:x" as string?` })
		if i < 0 || list[i].IsPreferred {
			t.Fatalf("%+v", list)
		}
		edit := changes(list[i].Edit)[c.uri("stategen.yaml")][0]
		change, _ := json.Marshal(ContentChange{Range: &edit.Range, Text: edit.NewText})
		c.edit("stategen.yaml", string(change))
		c.expect("")
	}
}

// TestPanic holds that a defect in one answer ends that answer alone.
func TestPanic(t *testing.T) {
	c := begin(t, project)
	questions["test/panic"] = inDocument(func(context.Context, *place) (any, error) { panic("a defect") })
	defer delete(questions, "test/panic")
	c.open("greeter.md", "{topc?}")
	err := c.try("test/panic", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, c.uri("greeter.md")), nil)
	var worded *jsonrpc2.Error
	if !errors.As(err, &worded) || worded.Code != jsonrpc2.CodeInternalError {
		t.Errorf("%v", err)
	}
	c.expect("\ngreeter.md:0:1-5 undeclared-key\n")
}

// TestSurveyOnce holds that what was typed before a file is saved is checked once, with it.
func TestSurveyOnce(t *testing.T) {
	s := newSession(t.Context(), Options{Delay: time.Hour})
	s.surveySoon(false)
	s.surveySoon(true)
	if s.timer.Stop() {
		t.Error("another check is to come")
	}
	if s.surveySoon(false); !s.timer.Stop() {
		t.Error("what is typed later is not checked")
	}
}

// TestRefresh holds that a client which shows hints asks again once a schema is known, and when
// it has changed.
func TestRefresh(t *testing.T) {
	c := begin(t, project, `"workspace":{"codeLens":{"refreshSupport":true}}`)
	awaitRefresh := func() {
		for <-c.came != "workspace/codeLens/refresh" {
		}
	}
	awaitRefresh()
	c.diagnostics()
	for len(c.came) > 0 {
		<-c.came
	}
	c.open("common.yaml", "version: 1\nkeys: {\"user:cty\": \"string?\"}\n")
	awaitRefresh()
}
