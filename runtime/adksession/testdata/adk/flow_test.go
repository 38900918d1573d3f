//adk:needs tool/loadmemorytool

package adktest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/adk/v2/artifact"
	"google.golang.org/adk/v2/session"
)

const flowSchema = `version: 1
package: p
keys:
  greeting: string?
  "note_{key}": {type: json, optional: true}
  said_left: string?
  said_right: string?
  rounds: string?
  outcome: string?
  temp:last: string?
  user:visits: int?
  user:paid: string?
`

// flowGraph is what `stategen flow --format json` prints.
type flowGraph struct {
	Edges []struct {
		From, To, Kind string
		Maybe          bool
	}
}

// TestFlowShowsEveryWrite holds that whoever of the program really wrote a key is shown to do so.
func TestFlowShowsEveryWrite(t *testing.T) {
	g := flowOfProgram(t)
	svc := session.InMemoryService()
	if _, err := play(t.Context(), svc, artifact.InMemoryService()); err != nil {
		t.Fatal(err)
	}
	writes := map[string]bool{}
	for _, app := range []string{"team", "desk"} {
		got, err := svc.Get(t.Context(), &session.GetRequest{AppName: app, UserID: "ann", SessionID: "s"})
		must(t, err)
		for e := range got.Session.Events().All() {
			shown := g.changedBy("agent:" + e.Author)
			for key := range e.Actions.StateDelta {
				if strings.HasPrefix(key, "note_") {
					key = "note_{key}"
				}
				writes[e.Author+" "+key] = true
				if !slices.Contains(shown, key) {
					t.Errorf("%s wrote %s, and the graph shows %v", e.Author, key, shown)
				}
			}
		}
	}
	if len(writes) < 9 {
		t.Errorf("only these were compared: %v", writes)
	}
}

// flowOfProgram is the graph of this program, which is laid out as one that isn't a test, in a
// module of its own.
func flowOfProgram(t *testing.T) (g flowGraph) {
	t.Helper()
	dir := t.TempDir()
	module, err := filepath.Abs("..")
	must(t, err)
	contexts, err := filepath.Glob("context_*_test.go")
	must(t, err)
	for _, file := range append(contexts, "agents_test.go", "../go.mod", "../go.sum") {
		text, err := os.ReadFile(file)
		must(t, err)
		if filepath.Base(file) == "go.mod" {
			_, requirements, _ := strings.Cut(string(text), "\n")
			text = []byte("module example.com/program\n" + strings.ReplaceAll(requirements, "=> ./", "=> "+module+"/"))
		}
		name := strings.Replace(filepath.Base(file), "_test.go", ".go", 1)
		must(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	must(t, os.WriteFile(filepath.Join(dir, "stategen.yaml"), []byte(flowSchema), 0o644))
	cmd := exec.Command(os.Getenv("STATEGEN"), "flow", "--format", "json")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	out, err := cmd.Output()
	must(t, err)
	must(t, json.Unmarshal(out, &g))
	return g
}

// changedBy returns the keys that a node changes, and what it has.
func (g flowGraph) changedBy(id string) (keys []string) {
	for _, e := range g.Edges {
		key, isKey := strings.CutPrefix(e.To, "key:")
		switch {
		case e.From != id || e.Maybe:
		case isKey:
			keys = append(keys, key)
		case e.Kind == "has":
			keys = append(keys, g.changedBy(e.To)...)
		}
	}
	return keys
}
