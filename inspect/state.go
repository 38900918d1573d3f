package inspect

import (
	"context"
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
