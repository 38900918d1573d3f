package typed

import (
	"context"
	"maps"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
)

// wholeState is the state of a session whose service takes merge operations in its
// events' deltas.
type wholeState struct{ runtime.MapState }

func (s wholeState) Merge(key string, op runtime.Op) error { return runtime.Merge(s.MapState, key, op) }

// storeDelta carries out an event's delta on what is stored.
func storeDelta(t *testing.T, stored runtime.MapState, delta map[string]any) {
	t.Helper()
	plain, err := runtime.Delta(delta).Resolve(stored)
	if err != nil {
		t.Fatal(err)
	}
	for key, v := range plain {
		if err := stored.Set(key, v); err != nil {
			t.Fatal(err)
		}
	}
}

func wantDelta(t *testing.T, got map[string]any, want runtime.Delta) {
	t.Helper()
	if !reflect.DeepEqual(got, map[string]any(want)) {
		t.Errorf("the delta is %#v, want %#v", got, map[string]any(want))
	}
}

func TestWholeMerges(t *testing.T) {
	live, session := newLive(), wholeState{runtime.MapState(map[string]any{"n": 5})}
	live.Begin(t.Context(), testRun, session)
	first, second := runtime.MapState{}, runtime.MapState{} // the deltas of two tools, apart from their session
	one, two := live.State(t.Context(), testRun, first, session), live.State(t.Context(), testRun, second, session)
	merge(t, one, sumOf(1))
	merge(t, two, sumOf(2))
	merge(t, one, sumOf(3))
	if v, err := two.Get("n"); v != 11 || err != nil {
		t.Errorf("a tool reads %v, %v", v, err)
	}
	if first["n"] != 11 || second["n"] != 8 {
		t.Errorf("ADK's contexts hold %v and %v", first, second) // values, as other code expects
	}
	delta := map[string]any{"n": second["n"], "other": 1}
	refresh(t, live, delta)
	wantDelta(t, delta, runtime.Delta{"n": sumOf(6), "other": 1})
	late := maps.Clone(map[string]any(first)) // of an agent beside it, whose merge the other event has brought
	refresh(t, live, late)
	wantDelta(t, late, runtime.Delta{})
	merge(t, one, sumOf(1))
	delta = map[string]any{"n": first["n"]}
	refresh(t, live, delta)
	wantDelta(t, delta, runtime.Delta{"n": sumOf(1)})
}

// Whoever reads sees what other runs have stored meanwhile, when nothing of this
// run is on its way.
func TestWholeMergesShowWhatIsStored(t *testing.T) {
	live, session := newLive(), wholeState{runtime.MapState(map[string]any{})}
	live.Begin(t.Context(), testRun, session)
	s := live.State(t.Context(), testRun, session.MapState, session)
	merge(t, s, sumOf(1))
	delta := map[string]any{"n": 1}
	refresh(t, live, delta)
	session.MapState["n"] = 41 // as another run's and this one's event have left it
	if v, err := s.Get("n"); v != 41 || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
	merge(t, s, sumOf(1))
	session.MapState["n"] = 41 // an event arrives
	if v, err := s.Get("n"); v != 42 || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestWholeSets(t *testing.T) {
	live, session := newLive(), wholeState{runtime.MapState(map[string]any{"n": 5})}
	live.Begin(t.Context(), testRun, session)
	s := live.State(t.Context(), testRun, runtime.MapState{}, session)
	merge(t, s, sumOf(1))
	if err := s.Set("n", 3); err != nil {
		t.Fatal(err)
	}
	merge(t, s, sumOf(4))
	delta := map[string]any{"n": 7}
	refresh(t, live, delta)
	wantDelta(t, delta, runtime.Delta{"n": 7})
	if err := Clear(s, "n"); err != nil {
		t.Fatal(err)
	}
	delta = map[string]any{"n": nil}
	refresh(t, live, delta)
	wantDelta(t, delta, runtime.Delta{"n": nil})
	delta = map[string]any{"n": 100} // by other means: it stays
	refresh(t, live, delta)
	wantDelta(t, delta, runtime.Delta{"n": 100})
}

func TestWholeMergeThatFails(t *testing.T) {
	live, session := newLive(), wholeState{runtime.MapState(map[string]any{"n": 5, "old": 1})}
	live.Begin(t.Context(), testRun, session)
	s := live.State(t.Context(), testRun, runtime.MapState{}, session)
	merge(t, s, sumOf(1))
	limited := sumOf(9)
	limited.Limits.Max = 10
	for _, op := range []runtime.Op{limited, {Kind: runtime.OpMax, Operand: 1}, {Kind: runtime.OpAppend, Operand: []any{1}}} {
		if err := runtime.Merge(s, "n", op); err == nil {
			t.Errorf("%v was taken", op.Kind)
		}
	}
	delta := map[string]any{"n": 6}
	refresh(t, live, delta)
	wantDelta(t, delta, runtime.Delta{"n": sumOf(1)})
}

func TestWholePut(t *testing.T) {
	live, session := newLive(), wholeState{runtime.MapState(map[string]any{"n": 5})}
	live.Begin(t.Context(), testRun, session)
	delta := map[string]any{}
	if err := live.Put(t.Context(), testRun, delta, session, runtime.Delta{"n": sumOf(1), "other": 1}); err != nil {
		t.Fatal(err)
	}
	wantDelta(t, delta, runtime.Delta{"n": 6, "other": 1})
	merge(t, live.State(t.Context(), testRun, runtime.MapState{}, session), sumOf(1))
	refresh(t, live, delta)
	wantDelta(t, delta, runtime.Delta{"n": sumOf(2), "other": 1})
	if err := live.Put(t.Context(), testRun, delta, session, runtime.Delta{"n": 9}); err != nil {
		t.Fatal(err)
	}
	refresh(t, live, delta)
	wantDelta(t, delta, runtime.Delta{"n": 9, "other": 1})
}

func TestWholeAppend(t *testing.T) {
	live, session := newLive(), wholeState{runtime.MapState(map[string]any{"n": 5})}
	delta := map[string]any{"other": 1}
	err := live.Append(t.Context(), testRun, delta, session, runtime.Delta{"n": sumOf(1)}, func(context.Context) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	wantDelta(t, delta, runtime.Delta{"n": sumOf(1), "other": 1})
}

// TestWholeMergesOfManyRuns has runs of one user merge at the same time, each in a
// session of its own.
func TestWholeMergesOfManyRuns(t *testing.T) {
	stored := runtime.MapState(map[string]any{})
	live, arrive := newLive(), make(chan map[string]any)
	var runs parallel.Group
	for _, name := range []string{"a", "b", "c", "d"} {
		session := wholeState{runtime.MapState(map[string]any{})}
		run := Run{App: "app", User: "ann", Session: name, Invocation: "i"}
		runs.Go(func() {
			live.Begin(t.Context(), run, session)
			defer live.End(run)
			for range 5 {
				own := runtime.MapState{}
				var tools parallel.Group
				for range 4 {
					tools.Go(func() { _ = runtime.Merge(live.State(t.Context(), run, own, session), "n", sumOf(1)) })
				}
				tools.Wait()
				delta := map[string]any{"n": own["n"]}
				if err := live.Refresh(t.Context(), run, delta); err != nil {
					t.Error(err)
				}
				arrive <- delta
			}
		})
	}
	go func() { runs.Wait(); close(arrive) }()
	for delta := range arrive {
		storeDelta(t, stored, delta)
	}
	if stored["n"] != 80 {
		t.Errorf("%v of 80 are stored", stored["n"])
	}
}
