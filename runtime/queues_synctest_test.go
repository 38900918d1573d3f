//go:build go1.25

package runtime

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/seed92179c4c/stategen/runtime/store"
)

func join(ctx context.Context, q *queues, key string, atOnce int) (*place, error) {
	p := q.enter(queueKey{key: key}, atOnce, store.HoldRequest{})
	_, err := p.wait(ctx)
	return p, err
}

// TestQueueKeepsOrder has ten wait in a queue of which two may be at work.
func TestQueueKeepsOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		const key = "app:n"
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
		const key = "app:n"
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
		if q.empty() || q.has(queueKey{key: "other"}) || !q.has(queueKey{key: key}) {
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

// TestOffers invites those who wait, of whom one doesn't get what it wants, and one
// leaves before it takes its offer.
func TestOffers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		enter := func(wants string) *place {
			return q.enter(queueKey{key: "n"}, 1, store.HoldRequest{Keys: []string{wants}})
		}
		first := enter("")
		ctx, cancel := context.WithCancel(t.Context())
		enter("more")
		leaves, stays := enter("a"), enter("b")
		suits := func(r store.HoldRequest) (*seat, bool) { return newSeat(r), r.Keys[0] != "more" }
		offers := first.invite(9, suits)
		if len(offers) != 2 || len(first.invite(9, suits)) != 0 {
			t.Fatalf("%d offers, and others later", len(offers))
		}
		cancel()
		for range 20 { // select takes what it likes of what is ready
			if got, err := leaves.wait(ctx); got == nil && !errors.Is(err, context.Canceled) {
				t.Fatalf("got error %v", err)
			} else if got == nil {
				<-offers[0].decided // is refused
				break
			} else {
				leaves.offers <- got
			}
		}
		if got, err := stays.wait(t.Context()); got != offers[1] || err != nil {
			t.Errorf("got %v, error %v", got, err)
		}
	})
}
