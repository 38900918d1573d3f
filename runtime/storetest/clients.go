package storetest

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

var clientTests = []test{
	{"BesideTools", func(e *env) {
		t := &tabs{env: e, seen: map[string]any{}}
		e.create(map[string]any{"city": "first"})
		n := rounds(1000)
		for i := range n {
			var wait parallel.Group
			for _, tab := range []string{"a", "b"} {
				wait.Go(func() { t.edit(fmt.Sprint(tab, i)) })
			}
			wait.Go(func() {
				event := change(runtime.Delta{"city": fmt.Sprint("tool", i), "votes": sum(1)})
				if err := e.svc.AppendEvent(e.Context(), t.now(), event); err != nil {
					e.Error(err)
				}
			})
			wait.Wait()
		}
		t.hold(n)
	}},
}

// clients lets clients replace the city, and add votes.
var clients = client.NewContract(
	client.Key[string]{Name: "city", Write: true, Optional: true, As: typed.AsString, From: typed.FromString},
	client.Key[int]{Name: "votes", Write: true, Optional: true, As: typed.AsInt, From: typed.FromInt, Merge: &runtime.Op{Kind: runtime.OpSum}},
)

// tabs are tabs of browsers that edit one session.
type tabs struct {
	*env
	mu   sync.Mutex
	seen map[string]any // the city that a tab saw, by the event that its edit has become
}

// now reads the session without events.
func (t *tabs) now() *runtime.Session {
	s, err := t.svc.Get(t.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id, NumRecentEvents: -1})
	if err != nil {
		t.Error(err)
	}
	return s
}

// edit changes what a tab sees, and sends that twice, as if the answer had been lost. What it
// sees may be stale by then.
func (t *tabs) edit(name string) {
	s := t.now()
	base, err := clients.View(s.State())
	if err != nil {
		t.Error(err)
	}
	changes := client.Changes{ID: name, Set: json.RawMessage(fmt.Sprintf(`{"city": %q, "votes": 1}`, name))}
	first, err := clients.Apply(t.Context(), t.svc, s, base, changes)
	if err != nil {
		t.Error(err)
		return
	}
	if len(first.Conflicts) > 0 {
		return
	}
	again, err := clients.Apply(t.Context(), t.svc, t.now(), base, changes)
	if err != nil || again.EventID != first.EventID {
		t.Errorf("sent again: %+v, error %v", again, err)
	}
	city, err := s.State().Get("city")
	if err == nil && city != name {
		t.Errorf("the tab's session shows %v, not %s", city, name)
	}
	var was map[string]any
	if err := json.Unmarshal(base, &was); err != nil {
		t.Error(err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen[first.EventID] = was["city"]
}

// hold looks through the history: each edit that was taken is there once, on top of what its
// tab saw, and so are all writes of the tool.
func (t *tabs) hold(tools int) {
	stored, err := t.svc.Get(t.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id, NumRecentEvents: runtime.AllEvents})
	t.must(err)
	var city any = "first"
	edits, others := 0, 0
	for event := range stored.Events().All() {
		if event.Author == "user" {
			edits++
			if was, known := t.seen[event.ID]; !known || was != city {
				t.Errorf("the edit %v took back %v: its tab saw %v", event.Actions.StateDelta["city"], city, was)
			}
		} else {
			others++
		}
		city = event.Actions.StateDelta["city"]
	}
	t.same("edits", edits, len(t.seen))
	t.same("writes of the tool", others, tools)
	t.wantState(stored, map[string]any{"city": city, "votes": edits + others})
	if edits < tools/10 {
		t.Errorf("only %d of %d edits were taken", edits, 2*tools)
	}
}
