package statelint_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/statelint"
)

// TestRunsWithoutValues holds that what eino does to braces once a run has a session value is an
// error in a program that is seen to set one, or where the schema says so, and likely in others.
func TestRunsWithoutValues(t *testing.T) {
	const program = `
-- app/stategen.yaml --
version: 1
dialect: eino
keys: {topic: "string?"}
RULES
-- app/agents/agents.go --
package agents

import "github.com/cloudwego/eino/adk"

var Agent = adk.ChatModelAgentConfig{Instruction: "Answer as {\"a\": 1} or {}."}
-- app/main/main.go --
package main

import (
	"context"

	"app/agents"
	"github.com/cloudwego/eino/adk"
)

func main() {
	ctx := context.Background()
	_ = agents.Agent
	SET
}
`
	const hint = "nothing is wrong in runs that have no session value"
	for _, c := range []struct{ rules, set, want string }{
		{set: `adk.WithSessionValues(map[string]any{"topic": "Bern"})`, want: "error all-values false, error failing-braces false"},
		{set: `adk.GetSessionValue(ctx, "topic")`, want: "warning all-values true, warning failing-braces true"},
		{"check: {rules: {failing-braces: error}}", `adk.GetSessionValue(ctx, "topic")`, "warning all-values true, error failing-braces true"},
	} {
		o := writeProject(t, strings.NewReplacer("RULES", c.rules, "SET", c.set).Replace(program))
		r, err := statelint.Check([]string{"app/..."}, o)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]string{}
		for _, d := range r.Findings {
			if filepath.Base(d.Span.File) == "agents.go" {
				found[d.ID] = fmt.Sprint(d.Severity, " ", d.ID, " ", strings.Contains(d.Hint, hint))
			}
		}
		if got := found["all-values"] + ", " + found["failing-braces"]; got != c.want {
			t.Errorf("with %q it has %q", c.set, got)
		}
	}
}
