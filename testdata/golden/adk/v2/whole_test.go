package adkv2

import (
	"context"
	"maps"
	"reflect"
	"sync"
	"testing"

	stategen "github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

func (h *host) State() session.State {
	if h.whole {
		return mergingState{h.session()}
	}
	return h.session()
}

// mergingState is the state of a session whose service takes merge operations.
type mergingState struct{ *sessionState }

func (s mergingState) Merge(key string, op stategen.Op) error {
	return stategen.Merge(s.sessionState, key, op)
}

// wholeService applies deltas as that service does, to what all sessions share. The
// event gets the values that operations came to.
type wholeService struct {
	mu     sync.Mutex
	stored stategen.MapState
}

func (s *wholeService) AppendEvent(_ context.Context, sess session.Session, event *session.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	plain, err := stategen.Delta(event.Actions.StateDelta).Resolve(s.stored)
	if err != nil {
		return err
	}
	maps.Copy(s.stored, plain)
	event.Actions.StateDelta = plain
	for key, v := range plain {
		if err := sess.State().Set(key, v); err != nil {
			return err
		}
	}
	return nil
}

func newWholeHost(user string) *host {
	h := newHost()
	h.user, h.whole = user, true
	return h
}

// Runs of one user lose nothing to each other, whatever each of them has seen.
func TestRunsLoseNoMergeOnAWholeService(t *testing.T) {
	svc := &wholeService{stored: stategen.MapState{"user:counter": 7}}
	var runs sync.WaitGroup
	for range 8 {
		r := newWholeHost("ann").run(t)
		runs.Go(func() {
			for range 5 {
				add := func(s *State) error { return s.AddUserCounter(1) }
				if err := svc.AppendEvent(r, r, r.call(add, add, add, add)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	runs.Wait()
	if got := svc.stored["user:counter"]; got != 167 {
		t.Errorf("%v are stored, want 167", got)
	}
}

func TestToolsReadTheirRunOnAWholeService(t *testing.T) {
	svc := &wholeService{stored: stategen.MapState{"user:counter": 100}}
	r := newWholeHost("ann").run(t)
	tool := r.tool()
	if err := For(tool).AddUserCounter(1); err != nil {
		t.Fatal(err)
	}
	if n, err := Of(tool.State()).UserCounter(); n != 1 || err != nil {
		t.Errorf("before the event arrives: %d, %v", n, err)
	}
	event := eventOf(tool.delta)
	r.plug(event)
	if err := svc.AppendEvent(r, r, event); err != nil {
		t.Fatal(err)
	}
	if n, err := For(r.tool()).UserCounter(); n != 101 || err != nil {
		t.Errorf("after it: %d, %v", n, err)
	}
	if want := map[string]any{"user:counter": 101}; !reflect.DeepEqual(event.Actions.StateDelta, want) {
		t.Errorf("the event holds %v", event.Actions.StateDelta)
	}
}

// A part of an answer is not stored, and so takes nothing from the next event.
func TestPartialEventTakesNothing(t *testing.T) {
	r := newWholeHost("ann").run(t)
	tool := r.tool()
	if err := For(tool).AddUserCounter(1); err != nil {
		t.Fatal(err)
	}
	partial := eventOf(maps.Clone(tool.delta))
	partial.Partial = true
	r.plug(partial)
	event := eventOf(tool.delta)
	r.plug(event)
	if _, ok := event.Actions.StateDelta["user:counter"].(stategen.Op); !ok {
		t.Errorf("the event holds %v", event.Actions.StateDelta)
	}
}

func TestAppendDeltaOnAWholeService(t *testing.T) {
	svc := &wholeService{stored: stategen.MapState{}}
	old := newWholeHost("ann")
	for range 3 {
		event := &session.Event{}
		if err := AppendDelta(old, svc, newWholeHost("ann"), event, NewDelta().AddUserCounter(1).SetName("Ann")); err != nil {
			t.Fatal(err)
		}
	}
	if want := (stategen.MapState{"user:counter": 3, "name": "Ann"}); !reflect.DeepEqual(svc.stored, want) {
		t.Errorf("got %v", svc.stored)
	}
	r := newWholeHost("ann").run(t)
	event := &session.Event{}
	if err := SetDelta(r, event, NewDelta().AddUserCounter(1)); err != nil {
		t.Fatal(err)
	}
	r.plug(event)
	if err := svc.AppendEvent(r, r, event); err != nil || svc.stored["user:counter"] != 4 {
		t.Errorf("after an agent's own event: %v, %v", svc.stored, err)
	}
}
