//go:build go1.25

package typed

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/seed92179c4c/stategen/runtime"
)

// ADK doesn't end a live run that it couldn't start.
func TestLiveForgetsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live, session := newLive(), runtime.MapState(map[string]any{})
		ctx, cancel := context.WithCancel(t.Context())
		live.Begin(ctx, testRun, nil)
		other := testRun
		other.Invocation = "j"
		live.Begin(ctx, other, nil)
		merge(t, live.State(ctx, other, session, session), sumOf(1))
		cancel()
		synctest.Wait()
		if live.runs[testRun] != nil {
			t.Error("a run whose context ended is kept")
		}
		err := runtime.Merge(live.State(ctx, testRun, session, session), "n", sumOf(1))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		delta := map[string]any{"n": 1}
		merge(t, live.State(ctx, other, session, session), sumOf(1))
		if err := live.Refresh(ctx, other, delta); err != nil || delta["n"] != 2 {
			t.Errorf("the event of a run that was cancelled: %v, %v", delta, err)
		}
		live.End(testRun)
		live.End(other)
		if len(live.runs) != 0 {
			t.Errorf("kept: %v", live.runs)
		}
	})
}
