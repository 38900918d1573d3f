package typescript

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/clients"
)

// TestClient holds that Go applies what ClientChanges allows, and that what a client sees of it then is a ClientState.
func TestClient(t *testing.T) {
	p := newProject(t)
	p.write("clients.gen.ts", read(t, golden+"clients.gen.ts"))
	p.write("changes.ts", read(t, "testdata/changes.ts"))
	for _, problem := range p.compile() {
		t.Error(problem)
	}
	cmd := exec.Command("node", "out/changes.js")
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	svc := memory.New()
	user := runtime.CreateRequest{AppName: "app", UserID: "ann", SessionID: "s", State: map[string]any{clients.KeyMust: "x"}}
	s, err := svc.Create(t.Context(), user)
	if err != nil {
		t.Fatal(err)
	}
	for i, set := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		base, err := clients.ClientView(s.State())
		if err != nil {
			t.Fatal(err)
		}
		r, err := clients.ApplyClient(t.Context(), svc, s, base, client.Changes{ID: fmt.Sprint(i), Set: json.RawMessage(set)})
		if err != nil || len(r.Conflicts) > 0 {
			t.Fatalf("%s: %v %+v", set, err, r)
		}
		if s, err = svc.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: "s"}); err != nil {
			t.Fatal(err)
		}
		view, err := clients.ClientView(s.State())
		if err != nil {
			t.Fatal(err)
		}
		p.write(fmt.Sprintf("view%d.ts", i), fmt.Sprintf("import type { ClientState } from \"./clients.gen\";\nexport const view: ClientState = %s;\n", view))
	}
	for _, problem := range p.compile() {
		t.Error(problem)
	}
}
