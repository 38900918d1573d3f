package storetest

import (
	"errors"
	"fmt"
	"maps"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// lossy is a service whose connection loses answers.
type lossy struct {
	svc  *runtime.Service
	lose func(n int) (lost func() bool)
}

// lostAnswerTests break the connection under each answer of each call, one after the
// other, when the store has done what was asked. Every call succeeds and counts once.
var lostAnswerTests = []test{
	{"Create", lostAnswers(nil, func(e *env, l lossy, id string) error {
		s, err := l.svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: user, SessionID: id,
			State: map[string]any{"own": id, "user:own": id, "user:gone": nil}})
		if err == nil {
			e.wantState(s, map[string]any{"own": id, "user:own": id})
			e.wantState(e.getAs(app, user, id), map[string]any{"own": id, "user:own": id})
		}
		return err
	})},
	{"CreateOfAnEvent", lostAnswers(nil, func(e *env, l lossy, id string) error {
		_, err := l.svc.Store().Create(e.Context(), creation(id))
		e.wantExists(id)
		return err
	})},
	{"CreateOfAnEventThatIsThere", lostAnswers(func(e *env, id string) {
		_, err := e.svc.Store().Create(e.Context(), creation(id))
		e.must(err)
	}, func(e *env, l lossy, id string) error {
		if _, err := l.svc.Store().Create(e.Context(), creation(id)); !errors.Is(err, store.ErrSessionExists) {
			return fmt.Errorf("got error %w, want %w", err, store.ErrSessionExists)
		}
		return nil
	})},
	{"Append", lostAnswers(newSession, func(e *env, l lossy, id string) error {
		return appendTwice(e, l, id, runtime.Delta{"n": sum(1), "app:last": id, "user:n": sum(1), "app:l": appendTo(id)})
	})},
	{"AppendUnion", lostAnswers(newSession, func(e *env, l lossy, id string) error {
		return appendTwice(e, l, id, runtime.Delta{"n": sum(1), "user:n": sum(1), "app:l": union(id, id)})
	})},
	{"Update", lostAnswers(newSession, func(e *env, l lossy, id string) error {
		s, err := l.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id})
		if err != nil {
			return err
		}
		before := e.count("user:n")
		err = runtime.Update(e.Context(), l.svc, s, by("till"), func(st runtime.State) error {
			if n, err := st.Get("user:n"); err == nil && n != before {
				return fmt.Errorf("the counter is %v", n)
			}
			return st.Set("user:n", before+1)
		})
		e.same("events in the handle", s.Events().Len(), 1)
		e.same("user's counter", e.count("user:n"), before+1)
		return err
	})},
	{"Shared", lostAnswers(nil, func(e *env, l lossy, id string) error {
		s, err := l.svc.Shared(e.Context(), runtime.SharedRequest{AppName: app, UserID: id})
		if err == nil {
			err = l.svc.AppendEvent(e.Context(), s, change(runtime.Delta{"user:mine": sum(1), "app:n": sum(1)}))
		}
		got, _ := e.shared(id).State().Get("user:mine")
		e.same("user's counter", got, 1)
		return err
	})},
	{"Read", lostAnswers(newSession, func(e *env, l lossy, id string) error {
		for info, err := range l.svc.Sessions(e.Context(), runtime.ListRequest{AppName: app, UserID: user}) {
			if err != nil {
				return fmt.Errorf("%v: %w", info, err)
			}
		}
		for _, err := range l.svc.Events(e.Context(), runtime.EventsRequest{AppName: app, UserID: user, SessionID: id}) {
			if err != nil {
				return err
			}
		}
		_, err := l.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id})
		return err
	})},
	{"Delete", lostAnswers(newSession, func(e *env, l lossy, id string) error {
		err := l.svc.Delete(e.Context(), runtime.DeleteRequest{AppName: app, UserID: user, SessionID: id})
		e.wantGone(user, id)
		return err
	})},
	{"DeleteIfItEndsThere", lostAnswers(newSession, func(e *env, l lossy, id string) error {
		key := creation(id).Session
		loaded, err := e.svc.Store().Load(e.Context(), key, store.EventQuery{None: true})
		e.must(err)
		err = l.svc.Store().Delete(e.Context(), store.DeleteQuery{Session: key, Incarnation: loaded.Incarnation})
		e.wantGone(user, id)
		return err
	})},
	{"DeleteUser", lostAnswers(newSession, func(e *env, l lossy, id string) error {
		err := l.svc.DeleteUser(e.Context(), runtime.DeleteUserRequest{AppName: app, UserID: user})
		if errors.Is(err, errors.ErrUnsupported) {
			e.Skip(err)
		}
		e.wantGone(user, id)
		return err
	})},
}

// mostAnswers is more than any of these calls gets, also where connections are made anew.
const mostAnswers = 200

// lostAnswers returns a test that calls fn with the first answer lost, then with the
// second, until no more are lost. It does so twice: what a store asks only once may be all
// that was lost the first time.
func lostAnswers(before func(e *env, id string), fn func(e *env, l lossy, id string) error) func(*env) {
	return func(e *env) {
		if e.lossy == nil {
			e.Skip("no answer of this store can be lost")
		}
		l := lossy{}
		l.svc, l.lose = e.lossy(e.TB)
		for _, pass := range []string{"first", "second"} {
			n := 1
			for ; l.loses(e, n, fmt.Sprint(pass, n), before, fn); n++ {
				if n == mostAnswers {
					e.Fatalf("%d answers lost", n)
				}
			}
			if n == 1 {
				e.Fatal("no answer was lost")
			}
		}
	}
}

// loses calls fn with the n-th answer lost, and reports whether there were so many.
func (l lossy) loses(e *env, n int, id string, before func(e *env, id string), fn func(e *env, l lossy, id string) error) bool {
	if before != nil {
		before(e, id)
	}
	lost := l.lose(n)
	err := fn(e, l, id)
	happened := lost()
	if err != nil {
		e.Fatalf("answer %d lost: %v", n, err)
	}
	return happened
}

// count returns the user's counter, 0 if there is none.
func (e *env) count(key string) int {
	v, _ := e.shared(user).State().Get(key)
	n, _ := v.(int)
	return n
}

func newSession(e *env, id string) { e.createAs(app, user, id, nil) }

// appendTwice appends an event of counters through a connection that loses an answer,
// and then once more; both count as one.
func appendTwice(e *env, l lossy, id string, delta runtime.Delta) error {
	before := e.count("user:n")
	items, _ := e.shared(user).State().Get("app:l")
	s := e.getAs(app, user, id)
	event := change(delta)
	for range 2 {
		if err := l.svc.AppendEvent(e.Context(), s, event); err != nil {
			return err
		}
	}
	now := e.getAs(app, user, id)
	n, _ := now.State().Get("n")
	e.same("session's counter", n, 1)
	e.same("events", eventIDs(now), event.ID)
	e.same("user's counter", e.count("user:n"), before+1)
	list, _ := items.([]any)
	longer, _ := now.State().Get("app:l")
	e.same("app's list", longer, append(list[:len(list):len(list)], id))
	e.wantState(s, maps.Collect(now.State().All()))
	return nil
}
