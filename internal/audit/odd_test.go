package audit_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestOffline holds that a module is audited whose dependencies were never downloaded, or whose go.mod is not valid,
// beside links in a circle and a prompt of bytes, and that the audit writes nothing.
func TestOffline(t *testing.T) {
	const program = `
-- trip.go --
package trip

import (
	"example.com/nowhere/tools"
	"google.golang.org/adk/session"
	"google.golang.org/adk/agent/llmagent"
)

var planner = llmagent.Config{Instruction: "Weather in {citty}."}

func choose(st session.State, t tools.Tool) error { return st.Set("city", "Bern") }
`
	for name, mod := range map[string]string{
		"not downloaded": "module example.com/trip\n\ngo 1.24\n\nrequire (\n\texample.com/nowhere v1.2.3\n\tgoogle.golang.org/adk v0.99.0\n)\n",
		"not valid":      "module example.com/trip\n\nthis is no go.mod\n",
		"too new":        "module example.com/trip\n\ngo 1.999\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, append(txtar.Parse([]byte(program)).Files, txtar.File{Name: "go.mod", Data: []byte(mod)}, txtar.File{Name: "prompt.md", Data: []byte("\x00\xff{city")})...)
			if err := os.Symlink(".", filepath.Join(dir, "loop")); err != nil {
				t.Fatal(err)
			}
			r, err := audit(dir)()
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Findings) != 1 || r.Findings[0].Message != `"citty" is read, but nothing sets it` || r.Findings[0].Hint != `did you mean "city"?` {
				t.Errorf("found %v", r.Findings)
			}
			if len(r.Problems) != 1 {
				t.Errorf("problems: %q", r.Problems)
			}
			if after, err := os.ReadDir(dir); err != nil || len(after) != 4 {
				t.Errorf("the audit left %v: %v", after, err)
			}
		})
	}
}
