//go:build go1.25

package turns

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
		var lock Lock
		if err := lock.Take(t.Context()); err != nil {
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
				if err := lock.Take(waits); err != nil {
					refused <- err
					return
				}
				inside++
				if inside != 1 {
					t.Error("two have the turn")
				}
				served++
				inside--
				lock.Give()
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
		lock.Give()
		synctest.Wait()
		if served != 50 || lock.taken || lock.waiting != 0 {
			t.Errorf("%d were served, %+v is left", served, &lock)
		}
	})
}

// TestLockIsFreeWhateverTheContext takes what nobody has, as an append must that
// checks its context itself.
func TestLockIsFreeWhateverTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var lock Lock
	if err := lock.Take(ctx); err != nil {
		t.Fatal(err)
	}
	if err := lock.Take(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("got error %v", err)
	}
	lock.Give()
}
