package workspace_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/workspace"
	"golang.org/x/tools/txtar"
)

var planted = regexp.MustCompile(`(?://|#) (error|warning) ([a-z-]+)(?: x(\d+))?`)

// plantedIn lists the findings that comments announce.
func plantedIn(a *txtar.Archive) (list []string) {
	for _, f := range a.Files {
		for n, line := range strings.Split(string(f.Data), "\n") {
			for _, m := range planted.FindAllStringSubmatch(line, -1) {
				times, _ := strconv.Atoi(m[3])
				for range max(times, 1) {
					list = append(list, fmt.Sprintf("%s:%d %s %s", f.Name, n+1, m[1], m[2]))
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// unpack writes a program beside stand-ins for ADK's packages, and goes there.
func unpack(t *testing.T, a *txtar.Archive) {
	t.Helper()
	stubs, err := filepath.Abs("../check/statelint/testdata/src/google.golang.org/adk/v2")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "adk"), os.DirFS(stubs)); err != nil {
		t.Fatal(err)
	}
	files := append(a.Files, txtar.File{Name: "adk/go.mod", Data: []byte("module google.golang.org/adk/v2\n\ngo 1.24\n")})
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// audited lists what an audit finds in the working folder, in order.
func audited(t *testing.T) (list []string) {
	t.Helper()
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Findings {
		list = append(list, fmt.Sprintf("%s:%d %s %s", d.Span.File, r.Sources[d.Span.File].Position(d.Span.Start).Line, d.Severity, d.ID))
	}
	slices.Sort(list)
	return list
}

// auditPlanted audits a project that comments announce the findings of, and compares.
func auditPlanted(t *testing.T, text string) {
	t.Helper()
	a := txtar.Parse([]byte(text))
	unpack(t, a)
	wantFindings(t, audited(t), plantedIn(a))
}

// auditEach does so for each of several projects, by their names.
func auditEach(t *testing.T, projects map[string]string) {
	for name, text := range projects {
		t.Run(name, func(t *testing.T) { auditPlanted(t, text) })
	}
}

// wantFindings compares what was found with what comments announce, how often, too.
func wantFindings(t *testing.T, got, want []string) {
	t.Helper()
	for _, line := range got {
		if i := slices.Index(want, line); i >= 0 {
			want = slices.Delete(want, i, i+1)
			continue
		}
		t.Errorf("not planted: %s", line)
	}
	for _, line := range want {
		t.Errorf("not found: %s", line)
	}
}

// TestAuditFindsPlanted holds that an audit finds the planted bugs, each with its
// certainty, and nothing else.
func TestAuditFindsPlanted(t *testing.T) {
	a, err := txtar.ParseFile("testdata/planted.txtar")
	if err != nil {
		t.Fatal(err)
	}
	want := plantedIn(a)
	if len(want) < 40 {
		t.Fatalf("only %d bugs are planted", len(want))
	}
	unpack(t, a)
	wantFindings(t, audited(t), want)
}

// TestAuditOffline holds that a module is audited whose dependencies were never
// downloaded, or whose go.mod is not valid, beside links in a circle and a prompt of bytes,
// and that the audit writes nothing.
func TestAuditOffline(t *testing.T) {
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
			dir := t.TempDir()
			t.Chdir(dir)
			a := txtar.Parse([]byte(program))
			for _, f := range append(a.Files, txtar.File{Name: "go.mod", Data: []byte(mod)}, txtar.File{Name: "prompt.md", Data: []byte("\x00\xff{city")}) {
				if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Symlink(".", "loop"); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			r, err := new(workspace.Workspace).Audit(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Findings) != 1 || r.Findings[0].Message != `"citty" is read, but nothing sets it` || r.Findings[0].Hint != `did you mean "city"?` {
				t.Errorf("found %v", r.Findings)
			}
			if name != "not downloaded" && len(r.Problems) != 1 {
				t.Errorf("problems: %q", r.Problems)
			}
			after, err := os.ReadDir(dir)
			if err != nil || len(after) != len(before) {
				t.Errorf("the audit left %v behind: %v", after, err)
			}
		})
	}
}

// TestAuditOfPrograms holds that packages which were not downloaded are known by their
// stand-ins wherever the go command says that they are missing: it names a file of the
// package that imports them.
func TestAuditOfPrograms(t *testing.T) {
	t.Setenv("GOMODCACHE", t.TempDir())
	t.Setenv("GOFLAGS", "-modcacherw")
	dir := t.TempDir()
	t.Chdir(dir)
	a := txtar.Parse([]byte(`
-- go.mod --
module example.com/her

go 1.24

require google.golang.org/adk v0.4.0
-- cmd/platform/main.go --
package main

import (
	"example.com/her/internal/agent"
	adkagent "google.golang.org/adk/agent"
	"google.golang.org/adk/cmd/launcher"
)

func main() { launcher.Run([]adkagent.Agent{agent.New()}) }
-- internal/agent/agent.go --
package agent

import (
	"example.com/her/internal/callback"
	"google.golang.org/adk/agent"
	"google.golang.org/adk/agent/llmagent"
)

func New() agent.Agent {
	a, _ := llmagent.New(llmagent.Config{Name: "her"})
	callback.First()
	return a
}
-- internal/callback/callback.go --
package callback

import (
	"google.golang.org/adk/agent"
	"google.golang.org/adk/session"
)

func First() func(agent.CallbackContext) error {
	return func(ctx agent.CallbackContext) error {
		state := ctx.State()
		if seen(state, "HasInput") {
			return nil
		}
		return state.Set("HasInput", true)
	}
}

func seen(state session.State, key string) bool {
	v, err := state.Get(key)
	return err == nil && v == true
}
`))
	for _, f := range a.Files {
		if err := os.MkdirAll(filepath.Dir(f.Name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := new(workspace.Workspace).Audit(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) > 0 || r.Keys != 1 {
		t.Errorf("found %v of %d keys", r.Findings, r.Keys)
	}
}
