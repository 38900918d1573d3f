//go:build go1.25

package runtime

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/seed92179c4c/stategen/runtime/store"
)

func join(ctx context.Context, q *queues, key queueKey, atOnce int) (*place, error) {
	p := q.enter(key, atOnce, store.HoldRequest{})
	_, err := p.wait(ctx)
	return p, err
}

// TestQueueKeepsOrder has ten wait in a queue of which two may be at work.
func TestQueueKeepsOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		key := queueKey{app: "a", key: "app:n"}
		var places [10]*place
		admitted := make(chan int, 10)
		for i := range 10 {
			go func() {
				p, err := join(t.Context(), &q, key, 2)
				if err != nil {
					t.Error(err)
				}
				places[i] = p
				admitted <- i
			}()
			synctest.Wait() // each comes after the one before
		}
		for next := range 10 {
			synctest.Wait()
			if want := min(10, next+2) - next; len(admitted) != want {
				t.Fatalf("%d at work beside the first %d, want %d", len(admitted), next, want)
			}
			if i := <-admitted; i != next {
				t.Fatalf("%d came before %d", i, next)
			}
			places[next].leave()
			places[next].leave() // does nothing
		}
		if len(q.all) != 0 {
			t.Errorf("%d queues are left", len(q.all))
		}
	})
}

func TestQueueIsLeftWhenContextEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		key := queueKey{app: "a", key: "app:n"}
		first, err := join(t.Context(), &q, key, 1)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		results := make(chan error, 2)
		for _, ctx := range []context.Context{ctx, t.Context()} {
			go func() {
				p, err := join(ctx, &q, key, 1)
				if err == nil {
					defer p.leave()
				}
				results <- err
			}()
			synctest.Wait()
		}
		cancel()
		if err := <-results; !errors.Is(err, context.Canceled) {
			t.Errorf("got error %v", err)
		}
		if _, busy := q.busy(store.SessionKey{AppName: "a"}, store.Expectation{Values: map[string]any{"app:n": 1}}); !busy {
			t.Error("the queue is gone while two are in it")
		}
		first.leave()
		if err := <-results; err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if len(q.all) != 0 {
			t.Errorf("%d queues are left", len(q.all))
		}
	})
}
