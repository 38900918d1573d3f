//go:build unix

package postgres

import (
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
