package runtime_test

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
)

var errLost = errors.New("the connection broke")

// faultyStore is the memory store behind a connection that breaks: before the
// next append reaches it, or on the way back.
type faultyStore struct {
	store.Store
	breakBefore, breakAfter bool
}

func (f *faultyStore) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	if f.breakBefore {
		f.breakBefore = false
		return nil, errLost
	}
	done, err := f.Store.Append(ctx, a)
	if f.breakAfter {
		f.breakAfter = false
		return nil, errLost
	}
	return done, err
}

func sum(n int) runtime.Op { return runtime.Op{Kind: runtime.OpSum, Operand: n} }

func newFaulty(t *testing.T) (*faultyStore, *runtime.Service, *runtime.Session) {
	t.Helper()
	store := &faultyStore{Store: memory.NewStore()}
	svc := runtime.NewService(store)
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", State: map[string]any{"n": 1}})
	if err != nil {
		t.Fatal(err)
	}
	return store, svc, s
}

func wantAll(t *testing.T, s runtime.ReadonlyState, want map[string]any) {
	t.Helper()
	if got := maps.Collect(s.All()); !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

func TestFailedAppendLeavesViewsAlone(t *testing.T) {
	for name, set := range map[string]func(*faultyStore){
		"not stored": func(f *faultyStore) { f.breakBefore = true },
		"stored":     func(f *faultyStore) { f.breakAfter = true },
	} {
		t.Run(name, func(t *testing.T) {
			store, svc, s := newFaulty(t)
			inv := runtime.NewInvocation(svc, s)
			c := inv.Context("agent", "")
			if err := errors.Join(c.Merge("n", sum(1)), c.Set("user:a", 1), c.Merge("temp:n", sum(1))); err != nil {
				t.Fatal(err)
			}
			set(store)
			if _, err := c.Commit(t.Context(), nil); !errors.Is(err, errLost) {
				t.Fatalf("got error %v", err)
			}
			wantAll(t, s.State(), map[string]any{"n": 1})
			wantAll(t, inv.Context("other", ""), map[string]any{"n": 1})
			if s.Events().Len() != 0 {
				t.Fatal("the handle has an event")
			}
			event, err := c.Commit(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]any{"n": 2, "user:a": 1, "temp:n": 1}
			wantAll(t, inv.Context("other", ""), want)
			if err := inv.AppendEvent(t.Context(), event); err != nil { // the very same once more
				t.Fatal(err)
			}
			wantAll(t, inv.Context("other", ""), want)
			if s.Events().Len() != 1 || s.Events().At(0).ID != event.ID {
				t.Fatalf("%d events in the handle", s.Events().Len())
			}
		})
	}
}

// retryingStore tries again where the connection broke.
type retryingStore struct{ *faultyStore }

func (r retryingStore) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	done, err := r.faultyStore.Append(ctx, a)
	if errors.Is(err, errLost) {
		done, err = r.faultyStore.Append(ctx, a)
	}
	return done, err
}

// TestStoreTriesAgain has a store append what it has stored already, though its ID
// was new at the first attempt.
func TestStoreTriesAgain(t *testing.T) {
	for name, set := range map[string]func(*faultyStore){
		"not stored": func(f *faultyStore) { f.breakBefore = true },
		"stored":     func(f *faultyStore) { f.breakAfter = true },
	} {
		t.Run(name, func(t *testing.T) {
			store := &faultyStore{Store: memory.NewStore()}
			svc := runtime.NewService(retryingStore{store})
			s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
			if err != nil {
				t.Fatal(err)
			}
			set(store)
			if err := add(t, svc, s, runtime.Delta{"n": sum(1)}); err != nil {
				t.Fatal(err)
			}
			stored, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
			if err != nil {
				t.Fatal(err)
			}
			for _, handle := range []*runtime.Session{s, stored} {
				wantAll(t, handle.State(), map[string]any{"n": 1})
				if n := handle.Events().Len(); n != 1 || handle.Events().At(0).Seq != 1 {
					t.Errorf("%d events, the first with number %d", n, handle.Events().At(0).Seq)
				}
			}
		})
	}
}

func TestBadContentLeavesContextOpen(t *testing.T) {
	_, svc, s := newFaulty(t)
	c := runtime.NewInvocation(svc, s).Context("agent", "")
	if _, err := c.Commit(t.Context(), runtime.NewText("model", "\xff")); err == nil {
		t.Fatal("invalid text was accepted")
	}
	if err := c.Set("a", 1); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Commit(t.Context(), runtime.NewText("model", "ok")); err != nil {
		t.Fatal(err)
	}
	wantAll(t, s.State(), map[string]any{"n": 1, "a": 1})
}

// TestUpdateAgainAfterFailure calls an update again whose outcome is unknown. Only
// with the same event can it be known.
func TestUpdateAgainAfterFailure(t *testing.T) {
	take := func(st runtime.State) error {
		v, err := st.Get("n")
		if err != nil {
			return err
		}
		if v.(int) < 1 {
			return errors.New("none left")
		}
		return st.Set("n", v.(int)-1)
	}
	for name, set := range map[string]func(*faultyStore){
		"not stored": func(f *faultyStore) { f.breakBefore = true },
		"stored":     func(f *faultyStore) { f.breakAfter = true },
	} {
		t.Run(name, func(t *testing.T) {
			store, svc, s := newFaulty(t)
			event := &runtime.Event{Author: "till"}
			set(store)
			if err := runtime.Update(t.Context(), svc, s, event, take); !errors.Is(err, errLost) {
				t.Fatalf("got error %v", err)
			}
			wantAll(t, s.State(), map[string]any{"n": 1})
			for range 2 {
				if err := runtime.Update(t.Context(), svc, s, event, take); err != nil {
					t.Fatal(err)
				}
				wantAll(t, s.State(), map[string]any{"n": 0})
			}
			if s.Events().Len() != 1 || s.Events().At(0).ID != event.ID {
				t.Fatalf("%d events in the handle", s.Events().Len())
			}
		})
	}
}

// reusedStore deletes a session, and starts another under its ID, just before it
// is loaded.
type reusedStore struct {
	store.Store
	reuse func()
}

func (r *reusedStore) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	if reuse := r.reuse; reuse != nil {
		r.reuse = nil
		reuse()
	}
	return r.Store.Load(ctx, key, q)
}

func TestAsOfKnowsSessionsApart(t *testing.T) {
	store := &reusedStore{Store: memory.NewStore()}
	svc := runtime.NewService(store)
	start := func(author string) *runtime.Event {
		s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
		event := &runtime.Event{Author: author, Actions: runtime.Actions{StateDelta: runtime.Delta{"by": author}}}
		if err = errors.Join(err, svc.AppendEvent(t.Context(), s, event)); err != nil {
			t.Fatal(err)
		}
		return event
	}
	first := start("first")
	store.reuse = func() {
		if err := svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "s"}); err != nil {
			t.Fatal(err)
		}
		start("second")
	}
	s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", AsOf: first.ID})
	if !errors.Is(err, runtime.ErrEventNotFound) {
		t.Fatalf("got session %v, error %v", s, err)
	}
}

func TestErrorsNameTheSession(t *testing.T) {
	svc := memory.New()
	_, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "shop", UserID: "ann", SessionID: "s1"})
	if want := `app "shop", user "ann", session "s1": session not found`; err == nil || err.Error() != want {
		t.Fatalf("got error %v, want %s", err, want)
	}
	_, err = svc.Create(t.Context(), runtime.CreateRequest{AppName: "shop", UserID: "a\x00"})
	if want := "the user ID holds a NUL character"; err == nil || err.Error() != want {
		t.Fatalf("got error %v, want %s", err, want)
	}
}
