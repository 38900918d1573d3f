package inspect

import (
	"context"
	"errors"
	"maps"

	"github.com/seed92179c4c/stategen/runtime"
)

// stateAsOf is the state of a session when an event had been appended: nil is now. User
// and app keys are the current ones. A damaged value is left out, and returned as an error.
func (s *Server) stateAsOf(ctx context.Context, o of, e *runtime.Event) (map[string]any, error) {
	asOf := ""
	if e != nil {
		asOf = e.ID
	}
	session, err := s.Service.Get(ctx, o.get(-1, asOf))
	if session == nil {
		return nil, err
	}
	return maps.Collect(session.State().All()), err
}

// moment is a session when an event had been appended, by its number: 0 is the last. Damage is
// what can't be read of the state, which may be nil then.
func (s *Server) moment(ctx context.Context, o of, at int64) (win window, state map[string]any, damage, err error) {
	last, err := s.lastSeq(ctx, o)
	if last == 0 && err != nil {
		return win, nil, nil, err
	}
	if win, err = s.around(ctx, o, at, last); err != nil {
		return win, nil, nil, err
	}
	var asOf *runtime.Event
	if win.at < last {
		asOf = win.event(win.at)
	}
	state, damage = s.stateAsOf(ctx, o, asOf)
	if state == nil && !damaged(damage) {
		return win, nil, nil, damage
	}
	return win, state, damage, nil
}

// lookBack is how many events are searched for the last writers of keys.
const lookBack = 1000

// writers returns who changed each key last, among the events up to one.
func (s *Server) writers(ctx context.Context, o of, seq int64) (map[string]*runtime.Event, error) {
	win, err := s.events(ctx, o, seq-lookBack, lookBack)
	last := map[string]*runtime.Event{}
	for _, e := range win.events {
		if e.Seq > seq {
			break
		}
		for key := range e.Actions.StateDelta {
			last[key] = e
		}
	}
	return last, err
}

// damaged reports whether an error is only about values or events that can't be read.
func damaged(err error) bool {
	var damage *runtime.DamagedError
	return errors.As(err, &damage)
}
