package typed

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
)

var testRun = Run{App: "app", User: "ann", Session: "s", Invocation: "i"}

func sumOf(n int) runtime.Op { return runtime.Op{Kind: runtime.OpSum, Operand: n} }

func merge(t *testing.T, s runtime.State, op runtime.Op) {
	t.Helper()
	if err := runtime.Merge(s, "n", op); err != nil {
		t.Fatal(err)
	}
}

func refresh(t *testing.T, live *Live, delta map[string]any) {
	t.Helper()
	if err := live.Refresh(t.Context(), testRun, delta); err != nil {
		t.Error(err)
	}
}

func newLive() *Live { return NewLive("trip", func(key string) bool { return key == "n" }) }

func TestLiveWithoutBegin(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{"n": 1})
	s := live.State(t.Context(), testRun, session, session)
	if err := runtime.Merge(s, "n", sumOf(2)); err == nil {
		t.Error("merged")
	}
	if err := s.Set("n", 3); err != nil {
		t.Fatal(err)
	}
	delta := map[string]any{"n": 2}
	refresh(t, live, delta)
	if v, _ := s.Get("n"); v != 3 || delta["n"] != 2 || len(live.runs) != 0 {
		t.Errorf("got %v, %v, %v", v, delta, live.runs)
	}
}

// hungState doesn't answer.
type hungState struct {
	runtime.State
	asked, answer chan struct{}
}

func (s hungState) Get(string) (any, error) {
	close(s.asked)
	<-s.answer
	return nil, runtime.ErrMissing
}

func TestLiveWaitsNoLongerThanTheContext(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{})
	live.Begin(t.Context(), testRun, nil)
	hung := hungState{session, make(chan struct{}), make(chan struct{})}
	var done parallel.Group
	done.Go(func() { _, _ = live.State(t.Context(), testRun, hung, session).Get("other") })
	<-hung.asked
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := live.State(ctx, testRun, session, session)
	_, err := s.Get("other")
	if merged := runtime.Merge(s, "n", sumOf(1)); !errors.Is(err, context.Canceled) || !errors.Is(merged, context.Canceled) {
		t.Errorf("got %v, %v", err, merged)
	}
	close(hung.answer)
	done.Wait()
	live.End(testRun)
	if len(live.runs) != 0 {
		t.Errorf("kept: %v", live.runs)
	}
}

// Nothing is kept of appends, whether they merged, failed or gave up.
func TestLiveAppendKeepsNothing(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var done parallel.Group
	for range 50 {
		done.Go(func() {
			delta := map[string]any{}
			_ = live.Append(ctx, testRun, delta, session, runtime.Delta{"n": sumOf(1), "app:n": sumOf(1)}, func(ctx context.Context) error {
				cancel()
				return ctx.Err()
			})
		})
	}
	done.Wait()
	if !live.appends.Empty() {
		t.Error("locks are kept")
	}
}

func TestLiveOutlivesTheSessionsState(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{})
	live.Begin(t.Context(), testRun, nil)
	s := live.State(t.Context(), testRun, session, session)
	merge(t, s, sumOf(1))
	merge(t, s, sumOf(1))
	if err := session.Set("n", 1); err != nil { // an older event arrives
		t.Fatal(err)
	}
	merge(t, s, sumOf(1))
	delta := map[string]any{"n": 2, "other": 1}
	refresh(t, live, delta)
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
	live.Begin(t.Context(), testRun, nil)
	s := live.State(t.Context(), testRun, session, session)
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
	live.Begin(t.Context(), testRun, nil)
	op := sumOf(1)
	op.Old = []string{"old"}
	merge(t, live.State(t.Context(), testRun, session, session), op)
	if got := maps.Collect(session.All()); got["n"] != 6 || got["old"] != nil {
		t.Errorf("got %v", got)
	}
}

// A context's own state need not be safe for concurrent use.
func TestLiveIsConcurrent(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{})
	live.Begin(t.Context(), testRun, nil)
	var wg parallel.Group
	for range 50 {
		wg.Go(func() {
			s := live.State(t.Context(), testRun, session, session)
			delta := map[string]any{}
			err := live.Put(t.Context(), testRun, delta, session, runtime.Delta{"n": sumOf(1), "list": []any{1}})
			if err != nil || !reflect.DeepEqual(delta["list"], []any{1}) {
				t.Errorf("got %v, %v", delta, err)
			}
			merge(t, s, sumOf(1))
			_, _ = s.Get("other")
			_ = s.Set("other", 1)
			refresh(t, live, delta)
		})
	}
	wg.Wait()
	if v, _ := session.Get("n"); v != 100 {
		t.Errorf("got %v", v)
	}
}
