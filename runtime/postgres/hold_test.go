//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// TestContendedUpdates has the updaters of two processes want one key, which others
// write without reading it. No update may fail, and none run its function more than
// a third time: what it has read is held for it then, if it lined up with others before.
func TestContendedUpdates(t *testing.T) {
	for name, read := range map[string]func(runtime.State) error{
		"get": func(st runtime.State) error { _, err := st.Get("user:n"); return err },
		"all": func(st runtime.State) error {
			for range st.All() { // reading is the point
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := server.NewDatabase(t)
			services := []*runtime.Service{openService(t, db), openService(t, db)}
			create(t, services[0], "s")
			if err := services[0].AppendEvent(t.Context(), get(t, services[0], runtime.GetRequest{SessionID: "s"}), event(runtime.Delta{"user:n": 0})); err != nil {
				t.Fatal(err)
			}
			const updaters, writers, times = 16, 4, 5
			var most atomic.Int64
			inParallel(t, updaters+writers, func(i int) error {
				svc := services[i%2]
				s := create(t, svc, fmt.Sprint(i))
				for range times {
					if i >= updaters {
						if err := svc.AppendEvent(t.Context(), s, event(runtime.Delta{"user:n": sum(1)})); err != nil {
							return err
						}
						continue
					}
					runs := int64(0)
					if err := runtime.Update(t.Context(), svc, s, event(nil), func(st runtime.State) error {
						runs++
						n, _ := st.Get("user:n")
						return errors.Join(read(st), st.Set("user:n", n.(int)+1))
					}); err != nil {
						return err
					}
					for before := most.Load(); runs > before && !most.CompareAndSwap(before, runs); before = most.Load() {
					}
				}
				return nil
			})
			if n, _ := get(t, services[0], runtime.GetRequest{SessionID: "s"}).State().Get("user:n"); n != (updaters+writers)*times {
				t.Errorf("%v of %d", n, (updaters+writers)*times)
			}
			if most.Load() > 3 {
				t.Errorf("a function ran %d times", most.Load())
			}
		})
	}
}

// TestUpdateThatAppends has an update's function do what it must not: append by
// itself, to the key that is held for it, through the only connection there is. It
// takes until the function is no longer waited for, and then goes on.
func TestUpdateThatAppends(t *testing.T) {
	svc := openService(t, server.NewDatabase(t)+" pool_max_conns=1")
	s := create(t, svc, "s")
	other := get(t, svc, runtime.GetRequest{SessionID: "s"})
	runs := 0
	if err := runtime.Update(t.Context(), svc, s, event(nil), func(st runtime.State) error {
		if runs++; runs <= 2 {
			if err := svc.AppendEvent(t.Context(), other, event(runtime.Delta{"n": sum(1)})); err != nil {
				return err
			}
		}
		n, err := st.Get("n")
		if runtime.IsMissing(err) {
			n = 0
		}
		return st.Set("n", n.(int)+10)
	}); err != nil {
		t.Fatal(err)
	}
	if n, _ := get(t, svc, runtime.GetRequest{SessionID: "s"}).State().Get("n"); n != 12 || runs != 3 {
		t.Errorf("%v after %d runs", n, runs)
	}
}

// TestUpdateThatChangesItsMind has a function read and write other keys each time,
// which are then not held.
func TestUpdateThatChangesItsMind(t *testing.T) {
	st := openStore(t, server.NewDatabase(t))
	svc := runtime.NewService(st)
	s := create(t, svc, "s")
	other := get(t, svc, runtime.GetRequest{SessionID: "s"})
	runs := 0
	if err := runtime.Update(t.Context(), svc, s, event(nil), func(st runtime.State) error {
		runs++
		_, err := st.Get(fmt.Sprint("user:", runs))
		if runs == 1 {
			err = svc.AppendEvent(t.Context(), other, event(runtime.Delta{"user:1": 1}))
		}
		if err != nil && !runtime.IsMissing(err) {
			return err
		}
		return st.Set(fmt.Sprint("app:", runs), runs)
	}); err != nil {
		t.Fatal(err)
	}
	if n, _ := get(t, svc, runtime.GetRequest{SessionID: "s"}).State().Get("app:2"); n != 2 || runs != 2 {
		t.Errorf("%v after %d runs", n, runs)
	}
	var left int
	if err := st.pool.QueryRow(t.Context(), "SELECT count(*) FROM stategen_state WHERE value = ''").Scan(&left); err != nil || left > 0 {
		t.Errorf("%d rows without a value are left (%v)", left, err)
	}
}

// TestHoldWritesNothing holds what isn't changed then: a row must not be written
// anew just to be locked, and the one that locks a key that isn't set must not stay.
func TestHoldWritesNothing(t *testing.T) {
	st := openStore(t, server.NewDatabase(t))
	svc := runtime.NewService(st)
	s := create(t, svc, "s")
	if err := svc.AppendEvent(t.Context(), s, event(runtime.Delta{"user:n": 1})); err != nil {
		t.Fatal(err)
	}
	rows := func() (keys, places string) {
		t.Helper()
		if err := st.pool.QueryRow(t.Context(), "SELECT string_agg(key, ' '), string_agg(ctid::text, ' ') FROM stategen_state").Scan(&keys, &places); err != nil {
			t.Fatal(err)
		}
		return keys, places
	}
	_, before := rows()
	session := store.SessionKey{AppName: s.AppName(), UserID: s.UserID(), SessionID: s.ID()}
	for _, keys := range [][]string{{"user:n"}, {"user:n", "user:unset"}} {
		held, err := st.Hold(t.Context(), store.HoldRequest{Session: session, Keys: keys, Query: store.EventQuery{None: true}})
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := held.Loaded().State[runtime.ScopeUser].Get("n"); n != 1 {
			t.Errorf("%v: loaded %v", keys, n)
		}
		a := &store.Append{Session: session, Event: &store.StoredEvent{Author: "test", ID: fmt.Sprint(len(keys))}}
		if _, err := held.Append(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		left, places := rows()
		if left != "user:n" {
			t.Errorf("%v: the rows that are left are %s", keys, left)
		}
		if len(keys) == 1 && places != before {
			t.Errorf("%v: the row was at %s and is at %s", keys, before, places)
		}
	}
}

// TestUpdateThroughUntiedHandle holds that an update which begins on shared state without a session of its own, or
// with one that its handle doesn't know, ends: what its second view shows changes while its function runs, so
// that the third is one of what the database holds.
func TestUpdateThroughUntiedHandle(t *testing.T) {
	for name, c := range map[string]struct {
		conns string
		known bool // another handle has made the session of the shared state
	}{
		"no session":           {},
		"with one connection":  {" pool_max_conns=1", true},
		"with any connections": {"", true},
	} {
		t.Run(name, func(t *testing.T) { updateUntied(t, c.conns, c.known) })
	}
}

func updateUntied(t *testing.T, conns string, known bool) {
	db := server.NewDatabase(t)
	svc, other := openService(t, db+conns), openService(t, db)
	w := create(t, other, "w")
	write := func(s *runtime.Session, delta runtime.Delta) {
		if err := other.AppendEvent(t.Context(), s, event(delta)); err != nil {
			t.Error(err)
		}
	}
	shared := func(svc *runtime.Service) *runtime.Session {
		s, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: w.AppName(), UserID: w.UserID()})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	write(w, runtime.Delta{"user:a": 0, "user:b": 0})
	s := shared(svc)
	write(w, runtime.Delta{"user:a": 1, "user:b": 1})
	if known {
		write(shared(other), runtime.Delta{"user:z": 1})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // it hung
	defer cancel()
	runs := 0
	err := runtime.Update(ctx, svc, s, event(nil), func(state runtime.State) error {
		runs++
		a, err := state.Get("user:a")
		if err != nil || a == 0 {
			return err // writes nothing, by an old view
		}
		if runs == 2 {
			write(w, runtime.Delta{"user:a": 2, "user:b": 2})
		}
		b, err := state.Get("user:b")
		if err != nil {
			return err
		}
		return state.Set("user:c", a.(int)+b.(int))
	})
	if err != nil {
		t.Fatalf("after %d runs: %v", runs, err)
	}
	if c, err := shared(other).State().Get("user:c"); err != nil || c != 4 {
		t.Errorf("%v, error %v", c, err)
	}
}
