//go:build unix

package releases

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestConcurrentNeighbors has neighboring releases write at once, from one
// deployment to the next and back. At the end every acknowledged change has
// counted once.
func TestConcurrentNeighbors(t *testing.T) {
	for name, svc := range services(t) {
		t.Run(name, func(t *testing.T) {
			b := newOnService(t, svc, "concurrent")
			total := 0
			for phase, running := range [][]int{{0, 1}, {1}, {1, 2}, {1}, {1, 2}, {2}} {
				total += b.crowd(t, phase, running)
				for _, i := range running {
					wantTotals(t, fmt.Sprintf("phase %d, release %d", phase, i+1), b, releases[i], total)
				}
			}
		})
	}
}

// crowd has two writers for each release make some changes, and returns how many
// increments were made.
func (b onService) crowd(t *testing.T, phase int, running []int) int {
	t.Helper()
	const writers, times = 2, 5
	var wg sync.WaitGroup
	for _, i := range running {
		for writer := range writers {
			wg.Go(func() {
				for n := range times {
					item := fmt.Sprint(phase, i, writer, n)
					if err := b.increment(t, releases[i], item); err != nil {
						t.Errorf("release %d: %v", i+1, err)
					}
				}
			})
		}
	}
	wg.Wait()
	return len(running) * writers * times
}

// increment adds one to everything that can be added to, by a delta and by an
// Update.
func (b onService) increment(t *testing.T, by release, item string) error {
	delta, err := by.delta(func(a accessors) error {
		return errors.Join(a.AddTripCount(1), a.AddUserScore(1), a.AppendBasket(item), a.UnionLabels(item, "same"), a.AddStays("x", 1))
	})
	if err != nil {
		return err
	}
	event := &runtime.Event{Author: "test", Actions: runtime.Actions{StateDelta: delta}}
	return errors.Join(
		b.svc.AppendEvent(t.Context(), b.session, event),
		runtime.Update(t.Context(), b.svc, b.session, &runtime.Event{Author: "test"}, func(s runtime.State) error { return addToAccount(by.of(s), 1) }),
	)
}

func wantTotals(t *testing.T, who string, b onService, r release, total int) {
	t.Helper()
	got, err := r.load(b.state(t))
	if err != nil {
		t.Fatal(err)
	}
	labels := slices.DeleteFunc(slices.Clone(got.Labels), func(label string) bool { return label == "same" })
	counts := []int{
		got.TripCount, int(got.UserScore) - 5, len(got.Basket), len(labels), got.Stays["x"], got.Account,
		len(slices.Compact(slices.Sorted(slices.Values(got.Basket)))),
	}
	for i, n := range counts {
		if n != total {
			t.Errorf("%s: the counts are %v, and number %d should be %d", who, counts, i, total)
		}
	}
}

// TestIncrementsOfOldAndNew makes ten increments, by an old program and a new one
// in turn. A rename in one release loses some of them; in two it doesn't.
func TestIncrementsOfOldAndNew(t *testing.T) {
	for name, svc := range services(t) {
		ten := func(app string, old, new release) (int, int) {
			b := newOnService(t, svc, app)
			for i := range 10 {
				must(t, b.increment(t, []release{old, new}[i%2], fmt.Sprint(i)))
			}
			first, firstErr := old.load(b.state(t))
			second, secondErr := new.load(b.state(t))
			must(t, errors.Join(firstErr, secondErr))
			return first.TripCount, second.TripCount
		}
		if old, new := ten("at once", releases[0], releases[2]); old == 10 || new == 10 {
			t.Errorf("%s: in one release, old and new read %d and %d: this test has lost its counterexample", name, old, new)
		}
		for i := range 2 {
			if old, new := ten(fmt.Sprint("step ", i), releases[i], releases[i+1]); old != 10 || new != 10 {
				t.Errorf("%s: releases %d and %d read %d and %d", name, i+1, i+2, old, new)
			}
		}
	}
}

// TestSetAndRollBack sets a key, rolls back, sets it, and rolls forward.
func TestSetAndRollBack(t *testing.T) {
	for name, svc := range services(t) {
		read := func(app string, old, new release) string {
			b := newOnService(t, svc, app)
			for _, by := range []release{new, old} {
				delta, err := by.delta(func(a accessors) error { return a.SetDestination(fmt.Sprint("by ", by.number)) })
				must(t, err)
				must(t, b.svc.AppendEvent(t.Context(), b.session, &runtime.Event{Author: "test", Actions: runtime.Actions{StateDelta: delta}}))
			}
			got, err := new.load(b.state(t))
			must(t, err)
			return *got.Destination
		}
		if got := read("at once", releases[0], releases[2]); got == "by 1" {
			t.Errorf("%s: in one release, what was set last is read: this test has lost its counterexample", name)
		}
		for i := range 2 {
			if got, want := read(fmt.Sprint("step ", i), releases[i], releases[i+1]), fmt.Sprint("by ", i+1); got != want {
				t.Errorf("%s: release %d reads what was set %s", name, i+2, got)
			}
		}
	}
}
