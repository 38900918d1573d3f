package adkv1

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"google.golang.org/adk/session"
)

func TestMergeWithoutPlugin(t *testing.T) {
	h := newHost()
	tool := h.tool()
	err := For(tool).AddUserCounter(1)
	if err == nil || !strings.Contains(err.Error(), "adkv1.Plugin()") || len(tool.delta) != 0 {
		t.Errorf("For: %v, %v", err, tool.delta)
	}
	event := &session.Event{}
	err = SetDelta(h, event, NewDelta().SetName("Ann").AddHits("home", 1))
	if err == nil || !strings.Contains(err.Error(), "adkv1.Plugin()") || len(event.Actions.StateDelta) != 0 {
		t.Errorf("SetDelta: %v, %v", err, event.Actions.StateDelta)
	}
}

// Nothing but merging needs the plugin.
func TestStateWithoutPlugin(t *testing.T) {
	h := newHost()
	s := For(h.tool())
	if err := s.SetUserCounter(4); err != nil {
		t.Fatal(err)
	}
	if err := s.SetName("Ann"); err != nil {
		t.Fatal(err)
	}
	if n, err := s.UserCounter(); n != 4 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if err := SetDelta(h, &session.Event{}, NewDelta().SetUserCounter(5)); err != nil {
		t.Error(err)
	}
}

// A runner's plugin says nothing of the runs of another one, such as the one
// that ADK makes for an agent that is a tool.
func TestPluginOfAnotherRun(t *testing.T) {
	newRunner(t)
	if err := For(newHost().tool()).AddUserCounter(1); err == nil {
		t.Error("the merge is lost without a word")
	}
}

func TestMergeAfterTheRun(t *testing.T) {
	r := newRunner(t)
	r.plugin.AfterRunCallback()(r)
	if err := For(r.tool()).AddUserCounter(1); err == nil {
		t.Error("the merge is lost without a word")
	}
}

// A resumed run has the invocation ID that it had before, and two answers may
// resume it at once.
func TestResumedRun(t *testing.T) {
	first := newRunner(t)
	second := first.run(t)
	add := func(s *State) error { return s.AddUserCounter(1) }
	first.call(add)
	first.plugin.AfterRunCallback()(first)
	if got := second.call(add).Actions.StateDelta["user:counter"]; got != 2 {
		t.Errorf("got %v, want 2", got)
	}
	second.plugin.AfterRunCallback()(second)
	second.state["user:counter"] = 10
	if got := second.run(t).call(add).Actions.StateDelta["user:counter"]; got != 11 {
		t.Errorf("got %v, want 11", got)
	}
}

// A context's own delta is a map that nothing guards but For.
func TestForIsConcurrent(t *testing.T) {
	r := newRunner(t)
	tool := r.tool()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 100 {
				s := For(tool)
				if _, err := s.Step(); err != nil {
					t.Error(err)
				}
				if i == 0 {
					if err := errors.Join(s.SetStep("pay"), s.AddUserCounter(1)); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	if n, err := For(tool).UserCounter(); n != 100 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
}
