package statelint_test

import (
	"path/filepath"
	"testing"
)

// einoUses is code with its mistakes in order, and what is right between them.
const einoUses = `
-- app/stategen.yaml --
version: 1
keys:
  topic:     string
  drafts:    int
  notes:     "[]string"
  report:    string?
  user:name: string?
-- app/a.go --
package app

import (
	"context"
	"errors"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/prebuilt/deep"
)

func reads(ctx context.Context) {
	adk.GetSessionValue(ctx, "topik")
	v, ok := adk.GetSessionValue(ctx, "drafts")
	if ok {
		_ = v.(string)
	}
	notes, _ := adk.GetSessionValue(ctx, "notes")
	_ = notes.([]string)
	_ = value(ctx, "topic").(int)
	_ = value(ctx, "notes").([]string)
	_ = adk.GetSessionValues(ctx)["reprot"]
	all := adk.GetSessionValues(ctx)
	_ = all["topci"]
}

func value(ctx context.Context, key string) any {
	v, _ := adk.GetSessionValue(ctx, key)
	return v
}

type note struct{ text string }

func writes(ctx context.Context, n *note) error {
	adk.AddSessionValue(ctx, "drafts", "first")
	adk.AddSessionValue(ctx, "drafst", 1)
	adk.AddSessionValues(ctx, map[string]any{"topic": 7, "notes": []string{"a"}, "reports": ""})
	adk.WithSessionValues(map[string]any{"drafts": true, "user:name": "Ann"})
	adk.AddSessionValue(ctx, "report", n)
	return errors.New("")
}

const json = "Answer {topic} as {\"a\": 1}."

func own(context.Context, string, *adk.AgentInput) ([]adk.Message, error) { return nil, nil }

var agents = []adk.ChatModelAgentConfig{
	{Instruction: "Write on {topic}, {tpoic} and {}.", OutputKey: "report"},
	{Instruction: json, OutputKey: "drafts"},
	{Instruction: "Hello {user:name} {{as text}}", OutputKey: "reprot"},
	{Instruction: json + " {} {nothing}", GenModelInput: own},
	{Instruction: "all {}", GenModelInput: nil},
}

// Eino's own keys are its matter, and so are instructions that it does not expand.
var _ = deep.Config{Instruction: "{}", OutputKey: "reprot"}

func todos(ctx context.Context) { adk.GetSessionValue(ctx, deep.SessionKeyTodos) }
`

// TestEino checks what is known of eino, on a stub of it: in a schema that says nothing
// of it.
func TestEino(t *testing.T) {
	want := `a.go: the schema declares no key "topik"
a.go: "drafts" is declared as int: it is never a string
a.go: "topic" is declared as string: it is never an int
a.go: the schema declares no key "reprot"
a.go: the schema declares no key "topci"
a.go: "drafts" is declared as int, and this is a string
a.go: the schema declares no key "drafst"
a.go: "topic" is declared as string, and this is an int
a.go: the schema declares no key "reports"
a.go: "drafts" is declared as int, and this is a bool
a.go: "report" is declared as string, and this is a *note
a.go: the run fails at this brace once a session value is set
a.go: the schema declares no key "tpoic"
a.go: eino puts all session values here, and the model reads them
a.go: an agent's final text is saved under "drafts", which is declared as int
a.go: eino reads this as the key "user" with the format "name"
a.go: the schema declares no key "reprot"
a.go: eino puts all session values here, and the model reads them
a.go: the schema declares no key "reprot"
`
	r := run(t, project(t, einoUses), "app/...")
	if got := messages(r.Findings); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
	for _, d := range r.Findings {
		if filepath.Base(d.Span.File) != "a.go" {
			t.Errorf("%s is elsewhere", d.Message)
		}
	}
}
