package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"
)

// onEino is a program on eino with the bugs that comments announce.
const onEino = `
-- go.mod --
module bot

go 1.24

require github.com/cloudwego/eino v0.9.13

replace github.com/cloudwego/eino => ./eino
-- bot.go --
package bot

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/prebuilt/deep"
)

var agents = []adk.ChatModelAgentConfig{
	{Instruction: "Write on {topic}.", OutputKey: "report"},
	{Instruction: "Judge {report} as {\"a\": 1}, {{as text}}, or {}."}, // warning failing-braces // warning all-values
	{Instruction: "{\"a\": 1}", GenModelInput: own},
}

func own(context.Context, string, *adk.AgentInput) ([]adk.Message, error) { return nil, nil }

func Start() { adk.WithSessionValues(map[string]any{"topic": "Bern", "limit": 3, "unread": 1}) } // warning unread-key

func Tool(ctx context.Context) {
	v, _ := adk.GetSessionValue(ctx, "limit")
	_ = v.(int)
	_, _ = adk.GetSessionValue(ctx, "limits") // warning unwritten-key
	_, _ = adk.GetSessionValue(ctx, deep.SessionKeyTodos)
}
`

// withoutValues is a program on eino that sets nothing, so that braces are text.
const withoutValues = `
-- bot.go --
package bot

import "github.com/cloudwego/eino/adk"

var agent = adk.ChatModelAgentConfig{Instruction: "Answer as {\"a\": 1} or {}."}
`

// TestAuditOnEino audits programs on a stand-in for eino.
func TestAuditOnEino(t *testing.T) {
	a := txtar.Parse([]byte(onEino))
	for _, files := range [][]txtar.File{a.Files, {a.Files[0], txtar.Parse([]byte(withoutValues)).Files[0]}} {
		a := &txtar.Archive{Files: files}
		want := plantedIn(a)
		stub, err := filepath.Abs("../check/statelint/testdata/src/github.com/cloudwego/eino")
		if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprint(len(want)), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(filepath.Join(dir, "eino"), os.DirFS(stub)); err != nil {
				t.Fatal(err)
			}
			for _, f := range append(a.Files, txtar.File{Name: "eino/go.mod", Data: []byte("module github.com/cloudwego/eino\n\ngo 1.18\n")}) {
				if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(dir)
			got := audited(t)
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}
