package workspace_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/workspace"
)

// mixed sets keys in Go and in Python, and reads them in a configuration.
const mixed = `
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
`

// TestAudit holds that Go code, Python code and configurations are one project, and that findings come with the texts
// that they are about. What is found is for the tests of audit.
func TestAudit(t *testing.T) {
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(mixed)).Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := new(workspace.Workspace).Audit(context.Background(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d: %s", filepath.Base(d.Span.File), r.Sources[d.Span.File].Position(d.Span.Start).Line, d.Message))
	}
	want := []string{`root_agent.yaml:3: "dya" is read, but nothing sets it`}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if got := []int{r.Packages, r.Framework, r.Python, r.Foreign, r.Configs, r.Keys}; !slices.Equal(got, []int{1, 0, 1, 0, 0, 2}) {
		t.Errorf("counts %v", got)
	}
	if len(r.Problems) != 1 {
		t.Errorf("problems: %q", r.Problems)
	}
	for _, pattern := range []string{"", dir + "/none", dir + "/agent.py"} {
		if _, err := new(workspace.Workspace).Audit(context.Background(), []string{pattern}); err == nil {
			t.Errorf("%q was audited", pattern)
		}
	}
}
