//go:build unix

package releases

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/moved"
)

// olderValues are values that earlier schemas stored, in every form that the
// golden case reads.
func olderValues() runtime.MapState {
	return runtime.MapState{
		"trip_count": 3, "nights_slept": 2, "lang": "german", "share": 5, "seat": "1A", "row": []any{1, 2},
		"steps": []any{"search", "payment"}, "step": "payment", "budget": "9.5 NOK", "secret": "1 EUR", "count_text": "7", "label": 12.0,
		"ratio_text": "1.5", "flag": "true", "since_text": "2026-01-02T03:04:05Z", "purchase_1": 5, "bought_2": "6", "tag_x": "t",
		"flight": map[string]any{"code": "X1", "seat": "2B", "price": 10, "phase": "look", "gate": "B", "next": []any{
			map[string]any{"flight_no": "X2", "seats": []any{}}}},
		"flights": map[string]any{"number": "X3", "seats": []any{}, "phase": "purchase"},
		"as_text": map[string]any{"code": "X4", "seats": []any{}}, "old_notes": `{"code":"X5","seat":"9"}`,
	}
}

// mergeAll merges into every key that has a merge.
func mergeAll(s *moved.State) []error {
	return []error{
		s.AddTripCount(1), s.AddShare(0.5), s.AppendSeats("1B"), s.UnionSteps(moved.StepPay, moved.StepSearch),
		s.AppendFlights(moved.Flight{Number: "X6", Seats: []string{}}), s.AppendTags("x", "u"), s.AppendTags("y", "v"),
	}
}

// TestOlderFormsOnEveryStore reads older values from every store, and merges with
// them there, as a plain map does. What was read as of an event stays so.
func TestOlderFormsOnEveryStore(t *testing.T) {
	m := olderValues()
	wantBefore := mustLoad(t, m)
	if wantBefore.Flight.UnknownFields != `{"gate":"B"}` || wantBefore.Budget.Currency != "NOK" {
		t.Fatalf("got %+v", wantBefore)
	}
	for _, err := range mergeAll(moved.Of(m)) {
		must(t, err)
	}
	wantAfter := mustLoad(t, m)
	if wantAfter.TripCount != 4 || len(wantAfter.Flights) != 2 || len(wantAfter.Steps) != 2 || wantAfter.Share != 5.5 {
		t.Fatalf("got %+v", wantAfter)
	}
	for name, svc := range services(t) {
		t.Run(name, func(t *testing.T) {
			b := newOnService(t, svc, "older")
			first := &runtime.Event{Author: "test", Actions: runtime.Actions{StateDelta: runtime.Delta(olderValues())}}
			must(t, svc.AppendEvent(t.Context(), b.session, first))
			wantSame(t, "before", mustLoad(t, b.state(t)), wantBefore)
			inv := runtime.NewInvocation(svc, b.get(t, ""))
			ctx := inv.Context("test", "")
			for _, err := range mergeAll(moved.Of(ctx)) {
				must(t, err)
			}
			wantSame(t, "in the context", mustLoad(t, ctx), wantAfter)
			second, err := ctx.Commit(t.Context(), nil)
			must(t, err)
			inv.End()
			wantSame(t, "after", mustLoad(t, b.state(t)), wantAfter)
			must(t, runtime.Update(t.Context(), svc, b.get(t, ""), &runtime.Event{Author: "test"}, func(s runtime.State) error {
				return moved.Of(s).ClearTripCount()
			}))
			for event, want := range map[string]*moved.Snapshot{first.ID: wantBefore, second.ID: wantAfter} {
				got := mustLoad(t, b.asOf(t, event))
				got.UserLanguage, got.AppNightsBooked = want.UserLanguage, want.AppNightsBooked // which are the current ones
				wantSame(t, "as of "+event, got, want)
			}
		})
	}
}

// TestInitialOfMovedKeys begins a session, whose other names nobody has set.
func TestInitialOfMovedKeys(t *testing.T) {
	initial, err := moved.Initial{UserLanguage: new(moved.LangFr), Purchase: map[string]int{"1": 2}}.Build()
	must(t, err)
	want := mustLoad(t, runtime.MapState(initial))
	for name, svc := range services(t) {
		session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "initial", UserID: "ann", State: initial})
		must(t, err)
		wantSame(t, name, mustLoad(t, session.State()), want)
	}
}

func mustLoad(t *testing.T, s runtime.ReadonlyState) *moved.Snapshot {
	t.Helper()
	got, err := moved.Load(s)
	must(t, err)
	return got
}

func wantSame(t *testing.T, what string, got, want *moved.Snapshot) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s:\ngot  %s\nwant %s", what, fmt.Sprint(got), fmt.Sprint(want))
	}
}
