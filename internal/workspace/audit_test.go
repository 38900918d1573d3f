package workspace_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/workspace"
)

// mixed sets keys in Go and in Python, and reads them in a configuration.
const mixed = `
-- go.mod --
module example.com/bot
-- bot.go --
package bot

import "google.golang.org/adk/session"

func Set(st session.State) { _ = st.Set("city", "Bern") }
-- agent.py --
from google.adk.tools import ToolContext

def note(tool_context):
    tool_context.state["day"] = "x"
-- root_agent.yaml --
agent_class: LlmAgent
name: a
instruction: Of {city}, {day} and {dya}.
before_agent_callbacks:
  - name: agent.note
-- settings.yaml --
size: 3
`

// TestAudit holds that Go code, Python code and configurations are one project, and that findings come with the texts
// that they are about. What is found is for the tests of audit.
func TestAudit(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, f := range txtar.Parse([]byte(mixed)).Files {
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found := func() (*workspace.Audited, string) {
		r, err := new(workspace.Workspace).Audit(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, d := range r.Findings {
			said += fmt.Sprintf("%s:%d: %s\n", d.Span.File, r.Sources[d.Span.File].Position(d.Span.Start).Line, d.Message)
		}
		return r, said
	}
	const dya = "root_agent.yaml:3: \"dya\" is read, but nothing sets it\n"
	r, said := found()
	if said != dya {
		t.Errorf("found %s", said)
	}
	if got := []int{r.Packages, r.Framework, r.Python, r.Configs, r.Keys}; !slices.Equal(got, []int{1, 0, 1, 1, 3}) {
		t.Errorf("counts %v", got)
	}
	if len(r.Problems) != 1 {
		t.Errorf("problems: %q", r.Problems)
	}
	for _, pattern := range []string{"", "none", "agent.py"} {
		if _, err := new(workspace.Workspace).Audit(context.Background(), []string{pattern}); err == nil {
			t.Errorf("%q was audited", pattern)
		}
	}
	if err := os.Remove("bot.go"); err != nil {
		t.Fatal(err)
	}
	if r, said := found(); said != "root_agent.yaml:3: \"city\" is read, but nothing sets it\n"+dya || r.Packages+r.Configs != 1 {
		t.Errorf("without Go: found %s in %d packages and %d configurations", said, r.Packages, r.Configs)
	}
	// What a schema declares is for check.
	schema := "version: 1\nkeys:\n  dya: {type: string, default: Monday}\n  city: string\n  unread: {type: int, default: 1}\n"
	if err := os.WriteFile("stategen.yaml", []byte(schema), 0o644); err != nil {
		t.Fatal(err)
	}
	if r, said := found(); said != "" || !slices.Equal(r.Declared, []string{"stategen.yaml"}) {
		t.Errorf("with schemas %q: found %s", r.Declared, said)
	}
}
