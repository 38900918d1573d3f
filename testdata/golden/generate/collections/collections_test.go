package collections

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

func TestRoundTrip(t *testing.T) {
	m := runtime.MapState{}
	s := Of(m)
	flights := map[string][]Flight{"mon": {{Number: "A"}}, "tue": {}}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := errors.Join(
		s.SetTags(nil), s.SetFlightsByDay(flights), s.SetMatrix([][]int{{1}, {}}), s.SetSeenAt(map[string]time.Time{"x": at}),
	); err != nil {
		t.Fatal(err)
	}
	snap, err := Load(m)
	want := &Snapshot{
		Tags: []string{}, History: []Step{StepSearch, StepDone}, Scores: map[string]float64{"a": 1, "b": 2.5},
		FlightsByDay: &flights, Matrix: [][]int{{1}, {}}, SeenAt: map[string]time.Time{"x": at},
	}
	if err != nil || !reflect.DeepEqual(snap, want) {
		t.Errorf("got %+v, %v", snap, err)
	}
}

func TestShapes(t *testing.T) {
	for _, shape := range []any{[]any{"a", "b"}, []string{"a", "b"}} {
		got, err := Read(runtime.MapState{"tags": shape}).Tags()
		if err != nil || !reflect.DeepEqual(got, []string{"a", "b"}) {
			t.Errorf("%T: %v, %v", shape, got, err)
		}
	}
	for _, shape := range []any{"a", map[string]any{}, []any{"a", nil}, []any{1}} {
		if got, err := Read(runtime.MapState{"tags": shape}).Tags(); err == nil {
			t.Errorf("%T was read as %v", shape, got)
		}
	}
}

func TestNothingIsAliased(t *testing.T) {
	m := runtime.MapState{"tags": []any{"a"}}
	got, _ := Read(m).Tags()
	got[0] = "changed"
	if again, _ := Read(m).Tags(); again[0] != "a" {
		t.Error("a reader's change reached the state")
	}
	history, _ := Read(m).History()
	history[0] = StepDone
	if again, _ := Read(m).History(); again[0] != StepSearch {
		t.Error("a reader's change reached the default")
	}
}

func TestDeltaSharesNothing(t *testing.T) {
	d := NewDelta().SetTags([]string{"a"})
	first, err := d.Build()
	if err != nil {
		t.Fatal(err)
	}
	first["tags"].([]any)[0] = "changed"
	second, _ := d.Build()
	if second["tags"].([]any)[0] != "a" {
		t.Error("two results of Build share a list")
	}
}
