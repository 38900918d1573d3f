package statelint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"github.com/seed92179c4c/stategen/schema/load"
)

// framework is one that stategen knows nothing of.
const framework = `
package state

type Store struct{ m map[string]any }

func (s *Store) Write(key string, v any) { s.m[key] = v }

func Read(s *Store, key string) (any, bool) { v, ok := s.m[key]; return v, ok }
func Forget(keys ...string)                 {}
func Fill(values map[string]any)            {}
func Expand(text string) string             { return text }

type Agent struct {
	Prompt, Saves string
	Values        map[string]any
	Steps         int
}
`

// bot is a module with a framework of its own.
func bot(t *testing.T, schema, state, agent string) statelint.CheckOptions {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module bot\n\ngo 1.26\n", "stategen.yaml": schema, "state/state.go": state, "agent/agent.go": agent,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return statelint.CheckOptions{Dir: dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=")}
}

// TestSinksOfTheSchema holds what each kind of sink that a schema adds is taken for, and that none
// of them is missed, nor when the findings are remembered.
func TestSinksOfTheSchema(t *testing.T) {
	o := bot(t, `
version: 1
keys: {city: string, note: "string?"}
check:
  sinks:
    - {func: bot/state.Read, key: 2}
    - {func: bot/state.Store.Write, key: 1, value: 2}
    - {func: bot/state.Forget, clear: 1}
    - {func: bot/state.Fill, map: 1}
    - {func: bot/state.Expand, text: 1}
    - {field: bot/state.Agent.Saves, output: true}
`, framework, `
package agent

import "bot/state"

func Run(s *state.Store) {
	state.Read(s, "ctiy")
	s.Write("city", 1)
	state.Forget("note", "noet")
	state.Fill(map[string]any{"citty": "Rome"})
	state.Expand("You know {note}.")
	_ = state.Agent{Saves: "nothe"}
}
`)
	want := `agent.go: the schema declares no key "ctiy"
agent.go: "city" is declared as string, and this is an int
agent.go: the schema declares no key "noet"
agent.go: the schema declares no key "citty"
agent.go: "note" is optional: the run fails while it is not set
agent.go: the schema declares no key "nothe"
`
	o.Cache = t.TempDir()
	for range 2 {
		r := run(t, o, "./...")
		if got := messages(r.Findings); got != want {
			t.Errorf("got:\n%swant:\n%s", got, want)
		}
		if got := messages(onSinks(t, r)); got != "" || len(r.Projects) != 1 {
			t.Errorf("of %d projects sinks match nothing: %s", len(r.Projects), got)
		}
	}
}

// TestSinksOfBytes holds that values which a sink takes as bytes are judged by what they are the
// JSON of, if that is seen; and that a key of bytes may have any.
func TestSinksOfBytes(t *testing.T) {
	o := bot(t, `
version: 1
keys: {count: int, flag: bool, blob: bytes, words: "[]string"}
check:
  sinks:
    - {func: bot/state.Put, key: 1, value: 2}
    - {func: bot/state.Fill, map: 1}
    - {field: bot/state.Agent.Values, map: true}
`, `
package state

import "encoding/json"

func Put(key string, value json.RawMessage) {}
func Fill(values map[string][]byte)         {}

type Agent struct{ Values map[string]json.RawMessage }
`, `
package agent

import (
	"encoding/json"

	"bot/state"
)

func asJSON(v any) []byte {
	data, _ := json.Marshal(v)
	return data
}

func right(data []byte) {
	state.Put("count", asJSON(3))
	state.Put("count", data)
	state.Put("count", []byte("3"))
	state.Put("blob", asJSON([]int{1}))
	state.Put("blob", []byte("any bytes"))
	state.Fill(map[string][]byte{"flag": []byte("true"), "words": asJSON([]string{"a"})})
	_ = state.Agent{Values: map[string]json.RawMessage{"count": asJSON(3), "blob": asJSON("a")}}
}

func wrong() {
	state.Put("count", asJSON("3"))
	state.Put("flag", []byte("yes"))
	state.Fill(map[string][]byte{"words": asJSON(1)})
	_ = state.Agent{Values: map[string]json.RawMessage{"flag": asJSON(3)}}
}
`)
	want := `agent.go: "count" is declared as int, and this is a string
agent.go: "words" is declared as []string, and this is an int
agent.go: "flag" is declared as bool, and this is an int
`
	if got := messages(run(t, o, "./...").Findings); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

// onSinks applies the rules on projects, and returns what they say of sinks.
func onSinks(t *testing.T, r statelint.Report) diag.List {
	t.Helper()
	var found diag.List
	for _, p := range r.Projects {
		s := load.Schema(p.Schema, os.ReadFile).Schema
		if s == nil {
			t.Fatal("the schema can't be loaded")
		}
		for _, d := range project.Project(s, nil, p.Code) {
			if d.ID == "unmatched-sink" {
				found = append(found, d)
			}
		}
	}
	return found
}

// Nothing in this code but its sinks uses a key, and these are wrong in each way.
func TestSinksThatMatchNothing(t *testing.T) {
	schema := `
version: 1
keys:
  city: string?
check:
  sinks:
    - {func: bot/state.Raed, key: 2}
    - {func: bot/state.Read, key: 3}
    - {field: bot/state.Agent.Steps, text: true}
    - {field: bot/state.Agents.Prompt, text: true}
`
	code := `
package agent

import "bot/state"

func Run(s *state.Store) {
	state.Read(s, "city")
	s.Write("city", "Rome")
	state.Expand("{ctiy}")
	_ = state.Agent{Steps: 1, Prompt: "{ctiy}"}
}
`
	want := `stategen.yaml: nothing here calls a function bot/state.Raed, or not with such an argument
stategen.yaml: nothing here calls a function bot/state.Read, or not with such an argument
stategen.yaml: nothing here fills a field bot/state.Agent.Steps, or not one of such a type
stategen.yaml: nothing here fills a field bot/state.Agents.Prompt, or not one of such a type
`
	o := bot(t, schema, framework, code)
	r := run(t, o, "./...")
	if len(r.Findings) > 0 {
		t.Errorf("a sink that is wrong takes nothing: %s", messages(r.Findings))
	}
	if got := messages(onSinks(t, r)); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	for _, p := range r.Projects {
		if !p.Code.Idle {
			t.Error("nothing here uses a key, and yet the rules on keys apply")
		}
	}
	if part := run(t, o, "./state"); len(part.Projects) > 0 {
		t.Error("a part of the code is taken for all of it")
	}
}
