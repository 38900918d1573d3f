//go:build go1.25

package runtime

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// TestLock has many wait for a lock, and half of them give up: the others get
// it, one at a time, and none is forgotten.
func TestLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lock := newLock()
		if err := lock.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		served, gaveUp, inside := 0, 0, 0 // the first and last under the turn
		refused := make(chan error, 50)
		for i := range 100 {
			waits := t.Context()
			if i%2 == 0 {
				waits = ctx
			}
			go func() {
				if err := lock.take(waits); err != nil {
					refused <- err
					return
				}
				inside++
				if inside != 1 {
					t.Error("two have the turn")
				}
				served++
				inside--
				lock.give()
			}()
		}
		synctest.Wait() // all of them wait
		cancel()
		synctest.Wait()
		for len(refused) > 0 {
			if err := <-refused; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			gaveUp++
		}
		if served != 0 || gaveUp != 50 {
			t.Errorf("before the turn was given, %d were served and %d gave up", served, gaveUp)
		}
		lock.give()
		synctest.Wait()
		if served != 50 || len(lock) != 0 {
			t.Errorf("%d were served, the lock is taken: %v", served, len(lock) != 0)
		}
	})
}

// TestLockIsFreeWhateverTheContext takes what nobody has, as an append must that
// checks its context itself.
func TestLockIsFreeWhateverTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	lock := newLock()
	if err := lock.take(ctx); err != nil {
		t.Fatal(err)
	}
	if err := lock.take(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("got error %v", err)
	}
	lock.give()
}
