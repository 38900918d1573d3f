package agui

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// node runs a script with the real client, and reads what it prints.
func node(t *testing.T, into any, args ...string) {
	t.Helper()
	if _, err := os.Stat("node_modules/@ag-ui/client"); err != nil {
		t.Fatalf("run these tests with .ci/agui, which installs what they need: %v", err)
	}
	cmd := exec.Command("node", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := json.Unmarshal(out, into); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestTour: the client understands runs, messages, tools, patches and interrupts.
func TestTour(t *testing.T) {
	s := newShop()
	var got, want any
	node(t, &got, "tour.mjs", s.serve(t, s.handler(t)))
	const told = `{
		"steps": ["desk", "clerk", "add /seen~1by~0clients", "add /$base/seen~1by~0clients", "desk"],
		"asked": [["tool_call", "Sure?"]],
		"pending": 0,
		"state": {"seen/by~clients": "x", "$base": {"seen/by~clients": "ui30kDosFOht"}},
		"messages": [
			"user: tour", "assistant: Let me look.", "assistant: look{\"at\":\"a\"}", "tool: {\"ok\":true}", "assistant: confirmed: true"
		]
	}`
	if err := json.Unmarshal([]byte(told), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		text, _ := json.MarshalIndent(got, "", "  ")
		t.Errorf("the client has\n%s", text)
	}
}

// came is what a thread came to for its two tabs.
type came struct {
	Thread       string
	States       []map[string]any
	Acknowledged [][2]string
	Conflicts    int
}

// TestTabs lets two tabs edit beside tools that write, with lost answers and cut connections.
func TestTabs(t *testing.T) {
	threads := 1000
	if testing.Short() {
		threads = 100
	}
	s := newShop()
	url := s.serve(t, s.handler(t))
	acknowledged, conflicts := 0, 0
	for _, c := range play(t, url, threads) {
		for _, problem := range s.problems(t, c) {
			t.Error(problem)
		}
		acknowledged, conflicts = acknowledged+len(c.Acknowledged), conflicts+c.Conflicts
	}
	if acknowledged < 2*threads || conflicts < threads/10 {
		t.Errorf("only %d edits were acknowledged and %d conflicts told in %d threads", acknowledged, conflicts, threads)
	}
	if strings.Contains(s.wire.String(), "hidden") {
		t.Error("a key that clients don't see was sent")
	}
}

// TestBridge: the same tabs find that a bridge which writes back all that it gets takes back what others wrote.
func TestBridge(t *testing.T) {
	s := newShop()
	found := 0
	for _, c := range play(t, s.serve(t, http.HandlerFunc(s.bridge)), 50) {
		found += len(s.problems(t, c))
	}
	if found < 50 || !strings.Contains(s.wire.String(), "hidden") {
		t.Errorf("only %d problems are found", found)
	}
}

// play plays threads, those of one seed one after the other.
func play(t *testing.T, url string, threads int) (all []came) {
	t.Helper()
	const seeds = 2
	lists := make([][]came, seeds)
	t.Run("threads", func(t *testing.T) {
		for i := range lists {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				node(t, &lists[i], "tabs.mjs", url, fmt.Sprint(threads/seeds), fmt.Sprint(i+1))
			})
		}
	})
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// problems are what is wrong with a thread: each value is another one, so a value that was written twice has been
// taken back from who wrote next.
func (s *shop) problems(t *testing.T, c came) (list []string) {
	t.Helper()
	session, err := s.svc.Get(t.Context(), runtime.GetRequest{AppName: "shop", UserID: "ann", SessionID: c.Thread})
	if err != nil {
		t.Fatal(err)
	}
	written := map[[2]string]int{}
	for e := range session.Events().All() {
		for key, value := range e.Actions.StateDelta {
			written[[2]string{key, fmt.Sprint(value)}]++
		}
	}
	for of, times := range written {
		if times > 1 {
			list = append(list, fmt.Sprintf("%s: %v was written %d times", c.Thread, of, times))
		}
	}
	for _, edit := range c.Acknowledged {
		if written[edit] != 1 {
			list = append(list, fmt.Sprintf("%s: the acknowledged %v was written %d times", c.Thread, edit, written[edit]))
		}
	}
	stored := map[string]any{}
	for key, value := range session.State().All() {
		if !strings.Contains(key, "hidden") {
			stored[key] = value
		}
	}
	// user:c is that of all threads, which have gone on.
	for _, state := range append(c.States, stored) {
		delete(state, "user:c")
	}
	for i, state := range c.States {
		if !maps.Equal(state, stored) {
			list = append(list, fmt.Sprintf("%s: tab %d has %v, and stored is %v", c.Thread, i, state, stored))
		}
	}
	return list
}
