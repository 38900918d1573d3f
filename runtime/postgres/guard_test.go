//go:build unix

package postgres

import (
	"errors"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// TestOnlySharedKeysAreGuarded holds all guards of a user and an app, as an update
// does that has read all keys, or keys that aren't set. Who writes session keys must not
// even notice, and who adds a key of either must wait.
func TestOnlySharedKeysAreGuarded(t *testing.T) {
	t.Run("all", func(t *testing.T) { testGuarded(t, store.HoldRequest{All: true}) })
	t.Run("unset", func(t *testing.T) {
		testGuarded(t, store.HoldRequest{Keys: []string{"app:unset", "unset", "user:unset"}})
	})
}

func testGuarded(t *testing.T, request store.HoldRequest) {
	db := server.NewDatabase(t)
	svc, st := openService(t, db), openStore(t, db)
	s := create(t, svc, "s")
	tx, err := st.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	create(t, svc, "all")
	request.Session = store.SessionKey{AppName: "a", UserID: "u", SessionID: "all"}
	held, err := st.Hold(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	for _, delta := range []runtime.Delta{{"a": 1}, {"n": sum(1)}, {"a": nil}, {"n": runtime.Op{Kind: runtime.OpSum, Operand: 1, Old: []string{"m"}}}, nil} {
		if err := svc.AppendEvent(t.Context(), s, event(delta)); err != nil {
			t.Fatal(err)
		}
	}
	waiting := []runtime.Delta{{"a": 2, "user:a": 1}, {"app:n": sum(1)}, {"user:m": sum(1), "app:a": nil}}
	done := make(chan error)
	for i, delta := range waiting {
		go func() {
			done <- svc.AppendEvent(t.Context(), create(t, svc, string(rune('a'+i))), event(delta))
		}()
		awaitLocks(t, tx, i+1)
	}
	go func() {
		_, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", State: map[string]any{"user:b": 1}})
		done <- err
	}()
	awaitLocks(t, tx, len(waiting)+1)
	held.Release()
	for range len(waiting) + 1 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestUnsetKeysAreReadUnderLocks has an append that relies on a key that isn't set wait
// for another one, which sets it: it must see that.
func TestUnsetKeysAreReadUnderLocks(t *testing.T) {
	st := openStore(t, server.NewDatabase(t))
	svc := runtime.NewService(st)
	tx, err := st.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	for key, others := range map[string]string{"a": "s", "user:a": "other", "app:a": "other"} {
		user := "u " + key
		for _, id := range []string{"s", "other"} {
			if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: key, UserID: user, SessionID: id}); err != nil {
				t.Fatal(err)
			}
		}
		appendTo := func(id string) *store.Append {
			return &store.Append{
				Session: store.SessionKey{AppName: key, UserID: user, SessionID: id},
				Event:   &store.StoredEvent{ID: "e " + id, Author: "test", Writes: []store.Write{{Key: key, Value: 1}}},
			}
		}
		first := appendTo("s")
		h, err := st.lock(t.Context(), lockRequest{session: first.Session, keys: locks([]string{key}), query: store.EventQuery{None: true}})
		if err != nil {
			t.Fatal(err)
		}
		waits := appendTo(others)
		waits.Event.ID, waits.Expect = "second", store.Expectation{Values: map[string]any{key: nil}}
		done := make(chan error)
		go func() { done <- errorOf(st.Append(t.Context(), waits)) }()
		awaitLock(t, tx)
		if _, err := h.append(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		h.rollback(t.Context())
		var conflict *store.ConflictError
		if err := <-done; !errors.As(err, &conflict) {
			t.Errorf("%s: error %v", key, err)
		}
	}
}

func errorOf[T any](_ T, err error) error { return err }
