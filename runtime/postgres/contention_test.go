//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
)

func create(t testing.TB, svc *runtime.Service, id string) *runtime.Session {
	t.Helper()
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: id})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(t testing.TB, svc *runtime.Service, r runtime.GetRequest) *runtime.Session {
	t.Helper()
	r.AppName, r.UserID = "a", "u"
	s, err := svc.Get(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func event(delta runtime.Delta) *runtime.Event {
	return &runtime.Event{Author: "test", Actions: runtime.Actions{StateDelta: delta}}
}

// inParallel calls fn in so many goroutines.
func inParallel(t *testing.T, n int, fn func(i int) error) {
	t.Helper()
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() {
			if err := fn(i); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

// TestReplayAfterContention has writers set, unset and merge the same keys of
// one session in every way. What a waiting statement saw when it began must not
// decide what it does.
func TestReplayAfterContention(t *testing.T) {
	svc := openService(t, server.NewDatabase(t)+" pool_max_conns=8")
	create(t, svc, "s")
	inParallel(t, 8, func(i int) error {
		random := rand.New(rand.NewPCG(uint64(i), 0))
		s := get(t, svc, runtime.GetRequest{SessionID: "s"})
		for range 60 {
			if err := svc.AppendEvent(t.Context(), s, event(randomDelta(random, "a", "b", "c"))); err != nil {
				return err
			}
		}
		return nil
	})
	now := get(t, svc, runtime.GetRequest{SessionID: "s"})
	if n := now.Events().Len(); n != 480 {
		t.Fatalf("%d events", n)
	}
	then := get(t, svc, runtime.GetRequest{SessionID: "s", AsOf: now.Events().At(479).ID})
	if got, want := maps.Collect(now.State().All()), maps.Collect(then.State().All()); !reflect.DeepEqual(got, want) {
		t.Errorf("stored %v\nreplayed %v", got, want)
	}
}

// TestNoDeadlocks does the same to keys that sessions share.
func TestNoDeadlocks(t *testing.T) {
	st := openStore(t, server.NewDatabase(t)+" pool_max_conns=8")
	svc := runtime.NewService(st)
	inParallel(t, 8, func(i int) error {
		random := rand.New(rand.NewPCG(uint64(i), 0))
		s := create(t, svc, fmt.Sprint(i))
		for range 60 {
			delta := randomDelta(random, "user:a", "user:b", "user:c")
			maps.Copy(delta, randomDelta(random, "app:a", "app:b", "app:c"))
			if err := svc.AppendEvent(t.Context(), s, event(delta)); err != nil {
				return err
			}
		}
		return nil
	})
	if log := server.Log(t); strings.Contains(log, "deadlock detected") {
		t.Error("there was a deadlock")
	}
	var left int
	if err := st.pool.QueryRow(t.Context(), "SELECT count(*) FROM stategen_state WHERE value IN ('', '!')").Scan(&left); err != nil {
		t.Fatal(err)
	}
	if left > 0 {
		t.Errorf("%d rows without a value are left", left)
	}
}

// randomDelta does something to each of some keys, which hold whole numbers.
func randomDelta(r *rand.Rand, keys ...string) runtime.Delta {
	delta := runtime.Delta{}
	for _, i := range r.Perm(len(keys))[:1+r.IntN(len(keys))] {
		key, old := keys[i], keys[(i+1)%len(keys)]
		switch r.IntN(5) {
		case 0:
			delta[key] = r.IntN(100)
		case 1:
			delta[key] = nil
		case 2:
			delta[key] = sum(1)
		case 3:
			delta[key] = runtime.Op{Kind: runtime.OpSum, Operand: 1, Old: []string{old}}
		case 4:
			delta[key] = greatest(r.IntN(100))
		}
	}
	return delta
}

// TestSerializableDatabase makes every statement liable to serialization
// failures.
func TestSerializableDatabase(t *testing.T) {
	for _, level := range []string{"serializable", "repeatable\\ read"} {
		svc := openService(t, server.NewDatabase(t)+" pool_max_conns=8 default_transaction_isolation="+level)
		inParallel(t, 8, func(i int) error {
			s := create(t, svc, fmt.Sprint(i))
			for n := range 20 {
				delta := runtime.Delta{"user:n": sum(1), "app:list": appendItems(fmt.Sprint(i, "-", n)), "user:gone": nil}
				if err := svc.AppendEvent(t.Context(), s, event(delta)); err != nil {
					return err
				}
			}
			return nil
		})
		state := get(t, svc, runtime.GetRequest{SessionID: "0"}).State()
		n, _ := state.Get("user:n")
		list, _ := state.Get("app:list")
		if n != 160 || len(list.([]any)) != 160 {
			t.Errorf("%s: the counter is %v, the list has %d items", level, n, len(list.([]any)))
		}
	}
}

// TestReadAllSkew has updates that rely on all keys add one key each, unless
// there is one already. The row locks of one don't show the other.
func TestReadAllSkew(t *testing.T) {
	svc := openService(t, server.NewDatabase(t)+" pool_max_conns=8")
	for round := range 10 {
		user := fmt.Sprint("u", round)
		inParallel(t, 4, func(i int) error {
			s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: user})
			if err != nil {
				return err
			}
			return runtime.Update(t.Context(), svc, s, &runtime.Event{Author: "test"}, func(state runtime.State) error {
				for range state.All() {
					return nil
				}
				return state.Set(fmt.Sprintf("user:%d", i), true)
			})
		})
		s, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: "a", UserID: user})
		if err != nil {
			t.Fatal(err)
		}
		if state := maps.Collect(s.State().All()); len(state) != 1 {
			t.Errorf("user %s has %v", user, state)
		}
	}
}

// TestCancelWhileWaiting ends the context of an append that waits for a lock.
func TestCancelWhileWaiting(t *testing.T) {
	db := server.NewDatabase(t)
	svc, st := openService(t, db), openStore(t, db)
	for name, e := range map[string]*runtime.Event{
		"direct": event(runtime.Delta{"n": sum(1)}),
		"locked": event(runtime.Delta{"n": runtime.Op{Kind: runtime.OpUnion, Operand: []any{1}, Base: []any{}}, "m": sum(1)}),
	} {
		t.Run(name, func(t *testing.T) {
			s := create(t, svc, name)
			tx, err := st.pool.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = tx.Rollback(t.Context()) }()
			if _, err := tx.Exec(t.Context(), "SELECT FROM stategen_sessions FOR UPDATE"); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			result := make(chan error)
			go func() { result <- svc.AppendEvent(ctx, s, e) }()
			awaitLock(t, tx)
			cancel()
			if err := <-result; !errors.Is(err, context.Canceled) {
				t.Errorf("got error %v", err)
			}
			if err := tx.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := svc.AppendEvent(t.Context(), s, e); err != nil {
				t.Fatal(err)
			}
			if n := get(t, svc, runtime.GetRequest{SessionID: name}).Events().Len(); n != 1 {
				t.Errorf("%d events", n)
			}
		})
	}
}

// awaitLock returns when a backend of the server waits for a lock.
func awaitLock(t *testing.T, tx pgx.Tx) {
	t.Helper()
	awaitLocks(t, tx, 1)
}

// awaitLocks returns when so many backends do.
func awaitLocks(t *testing.T, tx pgx.Tx, n int) {
	t.Helper()
	for waiting := 0; waiting < n; {
		if err := tx.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks WHERE NOT granted").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
}
