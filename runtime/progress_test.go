package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// terseStore is the memory store as it may be: it says nothing of scopes that
// hold nothing, and answers nothing where an event's writes say what the keys
// hold now.
type terseStore struct{ store.Store }

func (s terseStore) Create(ctx context.Context, a *store.Append) (store.Loaded, error) {
	return withoutEmpty(s.Store.Create(ctx, a))
}

func (s terseStore) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	return withoutEmpty(s.Store.Load(ctx, key, q))
}

func withoutEmpty(l store.Loaded, err error) (store.Loaded, error) {
	for scope := range l.State {
		if err == nil && l.State[scope].Len() == 0 {
			l.State[scope] = nil
		}
	}
	return l, err
}

func (s terseStore) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	done, err := s.Store.Append(ctx, a)
	for _, w := range a.Writes() {
		if _, ok := w.Value.(runtime.Op); ok {
			return done, err
		}
	}
	if err == nil {
		done.Writes, done.Log = nil, nil
	}
	return done, err
}

// TestHandleShowsWrites appends in each of the ways in which a store may answer,
// and reads only at the end, or in between.
func TestHandleShowsWrites(t *testing.T) {
	for name, st := range map[string]store.Store{"terse": terseStore{memory.NewStore()}, "memory": memory.NewStore()} {
		for _, reading := range []bool{false, true} {
			svc := runtime.NewService(st)
			s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: name, State: map[string]any{"n": 1, "gone": true}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.State().Get("app:none"); !runtime.IsMissing(err) {
				t.Fatalf("got error %v", err)
			}
			for _, step := range []func() error{
				func() error { return add(t, svc, s, runtime.Delta{"a": 1, "user:a": 1, "gone": nil}) },
				func() error { return add(t, svc, s, runtime.Delta{"a": 2, "n": sum(1)}) },
				func() error { return add(t, svc, s, runtime.Delta{"a": 3, "b": 3}) },
				func() error {
					return runtime.Update(t.Context(), svc, s, &runtime.Event{Author: "me"}, func(st runtime.State) error {
						_, err := st.Get("n")
						return errors.Join(err, st.Set("b", 4))
					})
				},
				func() error { return add(t, svc, s, runtime.Delta{"c": 5}) },
			} {
				if err := step(); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if reading {
					_ = s.State()
				}
			}
			wantAll(t, s.State(), map[string]any{"a": 3, "b": 4, "c": 5, "n": 2, "user:a": 1})
		}
	}
}

// TestHandleShowsAnswerToSecondTry appends an event that the handle has seen, after
// others wrote its key: what the key holds now is what the handle shows.
func TestHandleShowsAnswerToSecondTry(t *testing.T) {
	for name, st := range map[string]store.Store{"terse": terseStore{memory.NewStore()}, "memory": memory.NewStore()} {
		svc := runtime.NewService(st)
		s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
		if err != nil {
			t.Fatal(err)
		}
		first := &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": 1}}}
		if err := errors.Join(svc.AppendEvent(t.Context(), s, first), add(t, svc, s, runtime.Delta{"n": 2})); err != nil {
			t.Fatal(err)
		}
		handle, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(add(t, svc, s, runtime.Delta{"n": 1}), svc.AppendEvent(t.Context(), handle, first)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		wantAll(t, handle.State(), map[string]any{"n": 1})
		if n := handle.Events().Len(); n != 2 {
			t.Errorf("%s: %d events", name, n)
		}
	}
}

// TestHandleShowsItsOwnEvents appends through two handles in turn, and through x to
// another store at last: each handle shows what went through it, in order.
func TestHandleShowsItsOwnEvents(t *testing.T) {
	request := runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"}
	for _, turns := range []string{"xxxx", "xxyxy", "yxyyxx", "xyxxx", "xe"} {
		for _, terse := range []bool{true, false} {
			svc, elsewhere := memory.New(), memory.New()
			if terse {
				svc = runtime.NewService(terseStore{memory.NewStore()})
			}
			x, errX := svc.Create(t.Context(), request)
			y, errY := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
			z, errZ := elsewhere.Create(t.Context(), request)
			if err := errors.Join(errX, errY, errZ, add(t, elsewhere, z, nil)); err != nil {
				t.Fatal(err)
			}
			handles := map[rune]*runtime.Session{'x': x, 'y': y, 'e': x}
			services := map[rune]*runtime.Service{'x': svc, 'y': svc, 'e': elsewhere}
			want := map[*runtime.Session][]string{}
			for i, turn := range turns {
				e, handle := &runtime.Event{ID: fmt.Sprint(i)}, handles[turn]
				if err := services[turn].AppendEvent(t.Context(), handle, e); err != nil {
					t.Fatal(err)
				}
				want[handle] = append(want[handle], e.ID)
				for handle, want := range want {
					if got := eventIDs(handle); !slices.Equal(got, want) {
						t.Fatalf("terse %v, %s: %q, want %q", terse, turns[:i+1], got, want)
					}
				}
			}
		}
	}
}

func eventIDs(s *runtime.Session) (ids []string) {
	for e := range s.Events().All() {
		ids = append(ids, e.ID)
	}
	return ids
}

func add(t *testing.T, svc *runtime.Service, s *runtime.Session, delta runtime.Delta) error {
	t.Helper()
	return svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: delta}})
}

// TestHandleOfAnotherService appends with a handle to a service from which it
// didn't come: it is the session's name that counts.
func TestHandleOfAnotherService(t *testing.T) {
	here, elsewhere := memory.New(), memory.New()
	request := runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"}
	s, err := here.Create(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if err := add(t, elsewhere, s, runtime.Delta{"k": 1}); !errors.Is(err, runtime.ErrSessionNotFound) {
		t.Fatalf("got error %v", err)
	}
	if _, err := elsewhere.Create(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	if err := add(t, elsewhere, s, runtime.Delta{"k": 1}); err != nil {
		t.Fatal(err)
	}
	for svc, want := range map[*runtime.Service]int{here: 0, elsewhere: 1} {
		got, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
		if err != nil || got.Events().Len() != want {
			t.Errorf("%d events where %d were appended, error %v", got.Events().Len(), want, err)
		}
	}
}
