package typed

import (
	"maps"
	"reflect"
	"sync"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

var testRun = Run{App: "app", User: "ann", Session: "s", Invocation: "i"}

func sumOf(n int) runtime.Op { return runtime.Op{Kind: runtime.OpSum, Operand: n} }

func merge(t *testing.T, s runtime.State, op runtime.Op) {
	t.Helper()
	if err := runtime.Merge(s, "n", op); err != nil {
		t.Fatal(err)
	}
}

func newLive() *Live { return NewLive(func(key string) bool { return key == "n" }) }

func TestLiveWithoutBegin(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{"n": 1})
	s := live.State(testRun, session, session)
	merge(t, s, sumOf(2))
	delta := map[string]any{"n": 2}
	live.Refresh(testRun, delta)
	if v, _ := s.Get("n"); v != 3 || delta["n"] != 2 || len(live.runs) != 0 {
		t.Errorf("got %v, %v, %v", v, delta, live.runs)
	}
}

func TestLiveOutlivesTheSessionsState(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{})
	live.Begin(testRun)
	s := live.State(testRun, session, session)
	merge(t, s, sumOf(1))
	merge(t, s, sumOf(1))
	if err := session.Set("n", 1); err != nil { // an older event arrives
		t.Fatal(err)
	}
	merge(t, s, sumOf(1))
	delta := map[string]any{"n": 2, "other": 1}
	live.Refresh(testRun, delta)
	if want := map[string]any{"n": 3, "other": 1}; !maps.Equal(delta, want) {
		t.Errorf("got %v", delta)
	}
	live.End(testRun)
	if len(live.runs) != 0 {
		t.Error("a run that ended is kept")
	}
}

func TestLiveClear(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{"n": 5})
	live.Begin(testRun)
	s := live.State(testRun, session, session)
	if err := Clear(s, "n"); err != nil {
		t.Fatal(err)
	}
	merge(t, s, sumOf(1))
	if v, err := s.Get("n"); v != 1 || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestLiveMergeTakesOldName(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{"old": 5})
	live.Begin(testRun)
	op := sumOf(1)
	op.Old = []string{"old"}
	merge(t, live.State(testRun, session, session), op)
	if got := maps.Collect(session.All()); got["n"] != 6 || got["old"] != nil {
		t.Errorf("got %v", got)
	}
}

// A context's own state need not be safe for concurrent use.
func TestLiveIsConcurrent(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{})
	live.Begin(testRun)
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			s := live.State(testRun, session, session)
			delta := map[string]any{}
			err := live.Put(testRun, delta, session, runtime.Delta{"n": sumOf(1), "list": []any{1}})
			if err != nil || !reflect.DeepEqual(delta["list"], []any{1}) {
				t.Errorf("got %v, %v", delta, err)
			}
			merge(t, s, sumOf(1))
			_, _ = s.Get("other")
			_ = s.Set("other", 1)
			live.Refresh(testRun, delta)
		})
	}
	wg.Wait()
	if v, _ := session.Get("n"); v != 100 {
		t.Errorf("got %v", v)
	}
}
