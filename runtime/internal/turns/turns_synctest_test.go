//go:build go1.25

package turns

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

// TestLock has many wait for a lock, and half of them give up: the others get
// it, one at a time, and none is forgotten.
func TestLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lock := NewLock()
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
	lock := NewLock()
	if err := lock.Take(ctx); err != nil {
		t.Fatal(err)
	}
	if err := lock.Take(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("got error %v", err)
	}
	lock.Give()
}

// TestLocksKeepOrder has ten wait for the lock of a key, of whom one gives up.
func TestLocksKeepOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var locks Locks[string, []int]
		first := locks.Join("n")
		if err := first.Take(t.Context()); err != nil {
			t.Fatal(err)
		}
		ended, cancel := context.WithCancel(t.Context())
		for i := range 10 {
			ctx := t.Context()
			if i == 5 {
				ctx = ended
			}
			go func() {
				defer locks.Quit("n")
				lock := locks.Join("n")
				if err := lock.Take(ctx); err != nil {
					if i != 5 || !errors.Is(err, context.Canceled) {
						t.Error(err)
					}
					return
				}
				first.Value = append(lock.Value, i)
				lock.Give()
			}()
			synctest.Wait() // each comes after the one before
		}
		cancel()
		synctest.Wait()
		if locks.Empty() || locks.Has("other") || !locks.Has("n") {
			t.Error("the lock is gone while some wait for it")
		}
		first.Give()
		locks.Quit("n")
		synctest.Wait()
		if want := []int{0, 1, 2, 3, 4, 6, 7, 8, 9}; !slices.Equal(first.Value, want) || !locks.Empty() {
			t.Errorf("they came as %v, want %v; none is left: %v", first.Value, want, locks.Empty())
		}
	})
}
