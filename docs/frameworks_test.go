package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/statelint"
)

// einoADK has the signatures of github.com/cloudwego/eino/adk v0.7.36, of which it is a fork.
const einoADK = `package adk

import "context"

func GetSessionValue(ctx context.Context, key string) (any, bool)             { return nil, false }
func AddSessionValue(ctx context.Context, key string, value any)               {}
func AddSessionValues(ctx context.Context, kvs map[string]any)                 {}
func WithSessionValues(v map[string]any) AgentRunOption                        { return AgentRunOption{} }

type AgentRunOption struct{}

type ChatModelAgentConfig struct{ Instruction, OutputKey string }
`

// moreUses is code that uses the sinks that the page's function doesn't.
const moreUses = `
func publish(ctx context.Context, text string) error {
	adk.AddSessionValues(ctx, map[string]any{"dafts": 1})
	return nil
}

var (
	_ = adk.WithSessionValues(map[string]any{"topic": 7})
	_ = adk.ChatModelAgentConfig{Instruction: "Answer as {\"a\": {}}.", OutputKey: "repotr"}
)
`

// TestFrameworkByData adds the framework of the page by the page's schema alone, and
// holds the page's code against it.
func TestFrameworkByData(t *testing.T) {
	text := map[string]string{}
	for _, p := range pages(t) {
		if p.file != "frameworks.md" {
			continue
		}
		for _, b := range p.blocks {
			text[b.lang] = b.text
		}
	}
	files := map[string]string{
		"go.mod":                           "module bot\n\ngo 1.26\n\nrequire example.com/agents v0.7.36\n\nreplace example.com/agents => ./agents\n",
		"agents/go.mod":                    "module example.com/agents\n\ngo 1.18\n",
		filepath.Join("agents/adk/adk.go"): einoADK,
		"stategen.yaml":                    text["yaml"],
		filepath.Join("bot", "agent.go"):   "package bot\n\nimport (\n\t\"context\"\n\t\"errors\"\n\n\t\"example.com/agents/adk\"\n)\n\n" + text["golang"] + moreUses,
	}
	dir := t.TempDir()
	for name, content := range files {
		write(t, filepath.Join(dir, name), content)
	}
	r, err := statelint.Check([]string{"./bot"}, statelint.CheckOptions{Dir: dir, Env: append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, d := range r.Findings {
		got.WriteString(filepath.Base(d.Span.File) + ": " + d.Message + "\n")
	}
	want := text["text"] + `agent.go: the schema declares no key "dafts"
agent.go: "topic" is declared as string, and this is an int
agent.go: the run fails at this brace once a session value is set
agent.go: the schema declares no key "repotr"
`
	if got.String() != want {
		t.Errorf("got:\n%swant:\n%s", got.String(), want)
	}
}
