package adkv2

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	stategen "github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// older is what programs of other releases have stored: the next one under its own
// name, and an earlier one in another form.
func older() map[string]any { return map[string]any{"step": "search", "trip_count": 5.0, "seat": "1A"} }

func mergeMoved(s *State) error { return errors.Join(s.AddTripCount(1), s.AppendSeats("2B")) }

func TestParallelToolsMergeWithOlderValues(t *testing.T) {
	r := newRunner(t)
	r.state = older()
	var calls []func(*State) error
	for range 20 {
		calls = append(calls, mergeMoved)
	}
	event := r.call(calls...)
	r.arrive(event)
	wantMoved(t, event.Actions.StateDelta, 25, 21)
	snapshot, err := Load(r.session())
	if err != nil || snapshot.TripCount != 25 || len(snapshot.Seats) != 21 || snapshot.Seats[0] != "1A" {
		t.Errorf("got %v, %v", snapshot, err)
	}
}

func wantMoved(t *testing.T, delta map[string]any, trips, seats int) {
	t.Helper()
	list, _ := delta["seats"].([]any)
	if delta["trips"] != trips || len(list) != seats {
		t.Errorf("got %v", delta)
	}
	for _, other := range []string{"trip_count", "seat"} {
		if v, said := delta[other]; v != nil || !said {
			t.Errorf("%s is still %v: %v", other, v, delta)
		}
	}
}

func TestDeltasMergeWithOlderValues(t *testing.T) {
	r := newRunner(t)
	r.state = older()
	event := &session.Event{}
	if err := SetDelta(r, event, NewDelta().AddTripCount(2).AppendSeats("2B", "3C")); err != nil {
		t.Fatal(err)
	}
	wantMoved(t, event.Actions.StateDelta, 7, 3)
	h := newHost()
	h.state = older()
	for range 3 {
		if err := AppendDelta(h, service{}, h, &session.Event{}, NewDelta().AddTripCount(1).AppendSeats("2B")); err != nil {
			t.Fatal(err)
		}
	}
	wantMoved(t, h.state, 8, 4)
}

func TestRunsMergeWithOlderValuesOnAWholeService(t *testing.T) {
	svc := &wholeService{stored: older()}
	var runs sync.WaitGroup
	for range 8 {
		r := newWholeHost("ann").run(t)
		runs.Go(func() {
			if err := svc.AppendEvent(r, r, r.call(mergeMoved, mergeMoved, mergeMoved)); err != nil {
				t.Error(err)
			}
		})
	}
	runs.Wait()
	list, _ := svc.stored["seats"].([]any)
	if svc.stored["trips"] != 29 || svc.stored["trip_count"] != nil || len(list) != 25 || !reflect.DeepEqual(list[0], "1A") {
		t.Errorf("got %v", map[string]any(svc.stored))
	}
}

// A tool that sets a key takes it from its other name even if it has seen none.
func TestSetTakesTheOtherName(t *testing.T) {
	r := newRunner(t)
	tool := r.tool()
	if err := For(tool).SetTripCount(1); err != nil {
		t.Fatal(err)
	}
	state := stategen.MapState{"trip_count": 9} // what another program has stored meanwhile
	for key, v := range tool.delta {
		if err := state.Set(key, v); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(state, stategen.MapState{"trips": 1}) {
		t.Errorf("got %v", state)
	}
}
