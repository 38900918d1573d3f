package inspect

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// stateAsOf is the state of a session when an event had been appended: nil is now. User
// and app keys are the current ones. A damaged value is left out, and returned as an error.
// Without a session it is what its user's, or the app's, sessions share now.
func (s *Server) stateAsOf(ctx context.Context, o of, e *runtime.Event) (map[string]any, error) {
	var session *runtime.Session
	var err error
	switch {
	case o.ID == "":
		session, err = s.Service.Shared(ctx, runtime.SharedRequest{AppName: o.App, UserID: o.User, NumRecentEvents: -1})
	case e == nil:
		session, err = s.Service.Get(ctx, o.get(-1, ""))
	default:
		session, err = s.Service.Get(ctx, o.get(-1, e.ID))
	}
	if session == nil {
		return nil, err
	}
	state := maps.Collect(session.State().All())
	maps.DeleteFunc(state, func(key string, v any) bool {
		scope, _ := runtime.ParseKey(key)
		_, bad := v.(*runtime.DamagedError)
		return bad || o.ID == "" && scope != o.key().Scope()
	})
	return state, err
}

// moment is a session when an event had been appended, by its number: 0 is the last. Damage is
// what can't be read of the state, which may be nil then.
func (s *Server) moment(ctx context.Context, o of, at int64) (win window, m *moments, damage, err error) {
	last, err := s.lastSeq(ctx, o)
	if err != nil {
		return win, nil, nil, err
	}
	if win, err = s.around(ctx, o, at, last); err != nil {
		return win, nil, nil, err
	}
	var asOf *runtime.Event
	if win.at < last {
		asOf = win.event(win.at)
	}
	state, damage := s.stateAsOf(ctx, o, asOf)
	if state == nil && !damaged(damage) {
		return win, nil, nil, damage
	}
	m = newMoments(o, state)
	if state == nil {
		return win, m, damage, nil
	}
	if err = s.own(ctx, m, win.at); err == nil {
		err = s.shared(ctx, m, asOf)
	}
	nulls(m.state)
	return win, m, damage, err
}

// nullMark begins the name of a key that says that another one is null, which ADK keeps.
const nullMark = "_adk_null_"

// nullKey is the key that a mark is about; empty: it is no mark.
func nullKey(mark string) string {
	scope, name := runtime.ParseKey(mark)
	if name, is := strings.CutPrefix(name, nullMark); is {
		return scope.Key(name)
	}
	return ""
}

// nulls puts nulls in the places of their marks.
func nulls(state map[string]any) {
	for mark, v := range maps.Clone(state) {
		if key := nullKey(mark); key != "" && v == true {
			delete(state, mark)
			state[key] = nil
		}
	}
}

// damaged reports whether an error is only about values or events that can't be read.
func damaged(err error) bool {
	var damage *runtime.DamagedError
	return errors.As(err, &damage)
}
