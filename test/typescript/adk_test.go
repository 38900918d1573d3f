package typescript

import (
	"os/exec"
	"strings"
	"testing"
)

// TestADK has the real ADK for JavaScript keep state of the generated types, and its state schema enforce ours.
func TestADK(t *testing.T) {
	p := newProject(t)
	p.write("typescript.gen.ts", read(t, golden+"typescript.gen.ts"))
	p.write("adk.ts", read(t, "testdata/adk.ts"))
	for _, problem := range p.compile() {
		t.Error(problem)
	}
	cmd := exec.Command("node", "out/adk.js")
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	const want = `"refused":["step: StateSchemaError","small: StateSchemaError","stepp: StateSchemaError","at: StateSchemaError","ratio: StateSchemaError"],` +
		`"step":"pay","tags":["a","b"],"trips":"1","limit":"9007199254740993"}`
	got := lines[len(lines)-1]
	if err != nil || !strings.HasSuffix(got, want) || !strings.Contains(got, `"hold_12A":"2030-01-31T08:00:00Z"`) {
		t.Errorf("%v\n%s\nwant %s", err, out, want)
	}
}
