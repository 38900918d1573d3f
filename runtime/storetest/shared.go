package storetest

import (
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

var sharedTests = []test{
	{"SeedThenRead", func(e *env) {
		e.append(e.shared(user), runtime.Delta{"user:plan": "gold", "app:offer": "spring", "user:n": sum(1)})
		e.wantState(e.create(map[string]any{"own": 1}), map[string]any{
			"own": 1, "user:plan": "gold", "app:offer": "spring", "user:n": 1})
		e.wantState(e.createAs(app, "other", id, nil), map[string]any{"app:offer": "spring"})
		e.wantState(e.shared(user), map[string]any{"user:plan": "gold", "app:offer": "spring", "user:n": 1})
		e.wantState(e.shared(""), map[string]any{"app:offer": "spring"})
	}},
	{"SeesWhatSessionsWrite", func(e *env) {
		before := e.shared(user)
		e.append(e.create(nil), runtime.Delta{"own": 1, "user:a": 1, "app:a": 1})
		e.wantState(before, map[string]any{})
		e.wantState(e.shared(user), map[string]any{"user:a": 1, "app:a": 1})
		e.wantState(e.shared(""), map[string]any{"app:a": 1})
		e.wantState(e.shared("nobody"), map[string]any{"app:a": 1})
	}},
	{"HasItsOwnHistory", func(e *env) {
		event := e.append(e.shared(user), runtime.Delta{"user:a": 1})
		e.append(e.create(nil), runtime.Delta{"user:a": 2})
		e.same("of the user", eventIDs(e.shared(user)), event.ID)
		e.same("of the app", e.shared("").Events().Len(), 0)
		many := e.shared("many")
		for range 3 {
			e.append(many, runtime.Delta{"user:a": 1})
		}
		for n, want := range map[int]int{0: 3, 2: 2, -1: 0} {
			s, err := e.svc.Shared(e.Context(), runtime.SharedRequest{AppName: app, UserID: "many", NumRecentEvents: n})
			e.must(err)
			e.same("recent events", s.Events().Len(), want)
		}
		e.must(e.svc.AppendEvent(e.Context(), e.shared(user), event)) // counts once
		e.wantState(e.shared(user), map[string]any{"user:a": 2})
	}},
	{"FirstAppendThroughMany", func(e *env) {
		handles := []*runtime.Session{e.shared(user), e.shared(user), e.shared(user)}
		if last := handles[0].LastUpdateTime(); !last.IsZero() && time.Since(last) > time.Hour {
			e.Errorf("last update %v of what was never updated", last)
		}
		e.append(handles[0], runtime.Delta{"user:a": 1, "user:n": sum(1)})
		e.append(handles[1], runtime.Delta{"user:b": 1, "user:n": sum(1)})
		e.must(runtime.Update(e.Context(), e.svc, handles[2], change(nil), func(state runtime.State) error {
			_, err := state.Get("user:a") // that it isn't set was true of the handle only
			return state.Set("app:found", err == nil)
		}))
		e.append(handles[0], runtime.Delta{"user:n": sum(1)})
		e.wantState(e.shared(user), map[string]any{"user:a": 1, "user:b": 1, "user:n": 3, "app:found": true})
		for i, want := range []int{2, 1, 1} {
			e.same("events of a handle", handles[i].Events().Len(), want)
		}
		e.same("events", e.shared(user).Events().Len(), 4)
		e.same("number of the last", handles[0].Events().At(1).Seq, int64(4))
	}},
	{"TakesNoKeysOfOthers", func(e *env) {
		for name, c := range map[string]struct {
			handle *runtime.Session
			delta  runtime.Delta
		}{
			"session key for a user":  {e.shared(user), runtime.Delta{"a": 1}},
			"session key for the app": {e.shared(""), runtime.Delta{"a": 1}},
			"user key for the app":    {e.shared(""), runtime.Delta{"user:a": 1}},
		} {
			e.wantArgument(e.svc.AppendEvent(e.Context(), c.handle, change(c.delta)), "%s", name)
		}
		e.wantState(e.shared(user), map[string]any{})
	}},
}

func (e *env) shared(user string) *runtime.Session {
	e.Helper()
	s, err := e.svc.Shared(e.Context(), runtime.SharedRequest{AppName: app, UserID: user})
	e.must(err)
	return s
}
