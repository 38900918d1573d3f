package typed

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
)

// Neither a map nor an int is safe for concurrent use.
func TestGate(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{"other": 0})
	live.Begin(t.Context(), testRun, nil)
	var all parallel.Group
	if gate := live.Enter(testRun.Invocation); gate == nil {
		t.Error("a reader is not let in though nobody writes")
	} else {
		gate.Leave()
	}
	read := make([]int, 8)
	for i := range read {
		all.Go(func() {
			for range 500 {
				if gate := live.Enter(testRun.Invocation); gate != nil {
					_, _ = session.Get("other")
					gate.Leave()
					read[i]++
				} else if _, err := live.State(t.Context(), testRun, session, session).Get("other"); err == nil {
					read[i]++ // somebody writes: it waits for its turn
				}
				if i%4 == 0 {
					_ = live.State(t.Context(), testRun, session, session).Set("other", i)
				}
			}
		})
	}
	all.Wait()
	live.End(testRun)
	if gate := live.Enter(testRun.Invocation); gate != nil {
		t.Error("a run that ended lets readers in")
	}
	for i, n := range read {
		if n != 500 {
			t.Errorf("reader %d read %d times, want 500", i, n)
		}
	}
}

func TestGateWaitsForReaders(t *testing.T) {
	live, session := newLive(), runtime.MapState(map[string]any{})
	live.Begin(t.Context(), testRun, nil)
	gate := live.Enter(testRun.Invocation)
	if again := live.Enter(testRun.Invocation); again == nil {
		t.Error("a reader keeps readers out")
	} else {
		again.Leave()
	}
	var writer parallel.Group
	writer.Go(func() {
		if err := live.State(t.Context(), testRun, session, session).Set("other", 2); err != nil {
			t.Error(err)
		}
	})
	if len(session) != 0 {
		t.Errorf("beside a reader: %v", session)
	}
	gate.Leave()
	writer.Wait()
	if session["other"] != 2 {
		t.Errorf("got %v", session)
	}
}

// Runs whose invocations have one ID have gates of their own, which an ID doesn't tell
// apart.
func TestGateOfRunsWithOneInvocationID(t *testing.T) {
	live, other := newLive(), testRun
	other.Session = "another"
	live.Begin(t.Context(), testRun, nil)
	live.Begin(t.Context(), other, nil)
	if live.Enter(testRun.Invocation) != nil {
		t.Error("which of the two?")
	}
	live.End(other)
	live.End(testRun)
	live.Begin(t.Context(), testRun, nil)
	if live.Enter(testRun.Invocation) == nil {
		t.Error("the ID stays unknown")
	}
	if live.Enter("") != nil || live.Enter("x") != nil {
		t.Error("an unknown run lets readers in")
	}
}
