package storetest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/store"
)

var concurrencyTests = []test{
	{"SixteenWriters", func(e *env) { sixteenWriters(e, func() *runtime.Service { return e.svc }) }},
	{"SixteenWritersOnTwoServices", func(e *env) {
		if e.again == nil {
			return
		}
		services, next := []*runtime.Service{e.svc, e.again(e)}, 0
		sixteenWriters(e, func() *runtime.Service {
			next++
			return services[next%2]
		})
	}},
	{"FailuresStayAlone", func(e *env) {
		e.create(map[string]any{"text": "x"})
		e.together(8, func(w int) error {
			s := e.get()
			return repeat(15, func(i int) error {
				delta := runtime.Delta{"n": sum(1), fmt.Sprintf("user:%d-%d", w, i): i}
				if i%3 == 2 {
					delta["text"] = sum(1)
				}
				if err := e.tryAppend(s, delta); (err != nil) != (i%3 == 2) {
					return fmt.Errorf("event %d-%d: error %w", w, i, err)
				}
				return nil
			})
		})
		s := e.get()
		e.wantValue(s.State(), "n", 80)
		e.same("events", s.Events().Len(), 80)
		for i := range s.Events().Len() {
			e.same("number", s.Events().At(i).Seq, int64(i+1))
		}
		for w := range 8 {
			e.wantMissing(s.State(), fmt.Sprintf("user:%d-2", w))
			e.wantValue(s.State(), fmt.Sprintf("user:%d-3", w), 3)
		}
	}},
	{"ReadersSeeWholeEvents", readersSeeWholeEvents},
	{"CreateRace", func(e *env) {
		created := make(chan int, 8)
		e.together(8, func(i int) error {
			_, err := e.svc.Create(e.Context(), runtime.CreateRequest{
				AppName: app, UserID: user, SessionID: id, State: map[string]any{"by": i, "user:by": i}})
			if err == nil {
				created <- i
			}
			return nil
		})
		e.same("created", len(created), 1)
		winner := <-created
		e.wantState(e.get(), map[string]any{"by": winner, "user:by": winner})
	}},
	{"CreateRaceOfOneEvent", func(e *env) {
		var made atomic.Int64
		e.together(8, func(int) error {
			_, err := e.svc.Store().Create(e.Context(), creation(id))
			if errors.Is(err, store.ErrSessionExists) {
				return nil
			}
			made.Add(1)
			return err
		})
		e.same("calls that made it", made.Load(), int64(1))
	}},
	{"DeleteRace", func(e *env) {
		for i := range rounds(50) {
			deleteRace(e, fmt.Sprint("session", i))
		}
	}},
	{"OtherServiceSeesEverything", func(e *env) {
		if e.again == nil {
			return
		}
		s := e.create(map[string]any{"a": 1})
		e.append(s, runtime.Delta{"user:b": 2})
		other := &env{TB: e.TB, svc: e.again(e)}
		theirs := other.get()
		other.wantState(theirs, map[string]any{"a": 1, "user:b": 2})
		other.append(theirs, runtime.Delta{"a": sum(1)})
		e.append(s, runtime.Delta{"a": sum(1)})
		e.wantStored(s, map[string]any{"a": 3, "user:b": 2})
	}},
	{"HandleOfAnotherService", func(e *env) {
		if e.again == nil {
			return
		}
		other := &env{TB: e.TB, svc: e.again(e)}
		s, theirs := e.create(nil), other.get()
		event := change(runtime.Delta{"n": sum(1), "user:n": sum(1), "a": 1})
		for _, handle := range []*runtime.Session{s, theirs, s} {
			e.must(e.svc.AppendEvent(e.Context(), handle, event))
			e.must(other.svc.AppendEvent(e.Context(), handle, event))
			e.wantStored(handle, map[string]any{"n": 1, "user:n": 1, "a": 1})
		}
		e.append(theirs, runtime.Delta{"n": sum(1)})
		other.append(s, runtime.Delta{"n": sum(1)})
		e.wantStored(s, map[string]any{"n": 3, "user:n": 1, "a": 1})
		e.must(other.delete(user, id))
		again := other.create(nil)
		for _, handle := range []*runtime.Session{s, theirs} {
			for _, svc := range []*runtime.Service{e.svc, other.svc} {
				e.wantIs(svc.AppendEvent(e.Context(), handle, event), runtime.ErrSessionNotFound,
					"append with a handle of the deleted session")
			}
		}
		e.append(again, runtime.Delta{"n": sum(1)})
		e.wantStored(again, map[string]any{"n": 1, "user:n": 1})
	}},
}

// deleteRace appends to a session while it is deleted if it has no events: one of the two
// succeeds.
func deleteRace(e *env, id string) {
	made, err := e.svc.Store().Create(e.Context(), creation(id))
	e.must(err)
	s := e.getAs(app, user, id)
	var appended, deleted error
	var wait parallel.Group
	wait.Go(func() { appended = e.tryAppend(s, runtime.Delta{"a": 2}) })
	wait.Go(func() {
		deleted = e.svc.Store().Delete(e.Context(), store.DeleteQuery{Session: creation(id).Session, Incarnation: made.Incarnation})
	})
	wait.Wait()
	switch {
	case appended == nil && errors.Is(deleted, store.ErrSessionWentOn):
		e.wantState(e.getAs(app, user, id), map[string]any{"a": 2})
	case deleted != nil || !errors.Is(appended, runtime.ErrSessionNotFound):
		e.Errorf("append: %v, delete: %v", appended, deleted)
	}
}

// sixteenWriters has each of 16 writers append events in a session of its
// own, all of one user. Nothing may be lost and nothing may fail.
func sixteenWriters(e *env, service func() *runtime.Service) {
	const writers = 16
	events := rounds(100)
	var services []*runtime.Service
	for range writers {
		services = append(services, service())
	}
	e.together(writers, func(w int) error { return writeEvents(e, services[w], w, events) })
	state := e.createAs(app, user, "reader", nil).State()
	for w := range writers {
		for i := range events {
			e.wantValue(state, fmt.Sprintf("user:%d-%d", w, i), i)
		}
		s := e.getAs(app, user, fmt.Sprint("writer", w))
		e.same("events", s.Events().Len(), events)
		e.wantValue(s.State(), "own", events)
	}
	e.wantValue(state, "user:counter", writers*events)
	list := e.value(state, "app:list")
	seen := map[any]bool{}
	for _, item := range list.([]any) {
		seen[item] = true
	}
	e.same("items of the list", len(list.([]any)), writers*events)
	e.same("different items", len(seen), writers*events)
}

func writeEvents(tb testing.TB, svc *runtime.Service, writer, events int) error {
	ctx := tb.Context()
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: app, UserID: user, SessionID: fmt.Sprint("writer", writer)})
	if err != nil {
		return err
	}
	return repeat(events, func(i int) error {
		name := fmt.Sprintf("%d-%d", writer, i)
		return svc.AppendEvent(ctx, s, change(runtime.Delta{
			"user:" + name: i, "user:counter": sum(1), "app:list": appendTo(name), "own": i + 1,
		}))
	})
}

// readersSeeWholeEvents sets three keys of three scopes to equal values, while
// others read.
func readersSeeWholeEvents(e *env) {
	s := e.create(map[string]any{"x": 0, "user:x": 0, "app:x": 0})
	done := make(chan struct{})
	var wait parallel.Group
	for range 2 {
		wait.Go(func() {
			for running := true; running; {
				select {
				case <-done:
					running = false
				default:
				}
				got := e.get()
				x, _ := got.State().Get("x")
				for _, key := range []string{"user:x", "app:x"} {
					if v, err := got.State().Get(key); err != nil || v != x {
						e.Errorf("x is %v and %s is %v (%v)", x, key, v, err)
						return
					}
				}
				if got.Events().Len() != x {
					e.Errorf("x is %v after %d events", x, got.Events().Len())
					return
				}
			}
		})
	}
	for i := range 50 {
		e.append(s, runtime.Delta{"x": i + 1, "user:x": i + 1, "app:x": i + 1})
	}
	close(done)
	wait.Wait()
}
