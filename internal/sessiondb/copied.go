package sessiondb

import (
	"context"
	"maps"
	"reflect"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

// StoredState is the author of an event that stands for state which a session's own
// events don't explain.
const StoredState = "(stored state)"

// copied is a service in memory with what a database holds: each session's events, as far as
// they change the state, and the state that is stored.
func (db *DB) copied(ctx context.Context) (*runtime.Service, error) {
	history := map[Owner][]*Event{}
	for e, err := range db.Events(ctx) {
		if err != nil {
			return nil, err
		}
		history[e.Owner] = append(history[e.Owner], e)
	}
	svc := memory.New()
	for s, err := range db.States(ctx) {
		if err != nil {
			return nil, err
		}
		if err := copyOwner(ctx, svc, s, history[s.Owner]); err != nil {
			return nil, err
		}
	}
	return svc, nil
}

func copyOwner(ctx context.Context, svc *runtime.Service, s *State, history []*Event) error {
	stored := runtime.Delta{}
	for _, v := range s.Values {
		if !v.Damaged {
			stored[v.Key] = v.Value
		}
	}
	session, err := openOwner(ctx, svc, s.Owner)
	if err != nil {
		return err
	}
	at := s.Updated
	if at.IsZero() {
		at = time.Unix(0, 0)
	}
	replayed := runtime.Delta{}
	for _, e := range history {
		event := &runtime.Event{Author: e.Author, Timestamp: at}
		event.Actions.StateDelta = own(e, s.Scope())
		if err := svc.AppendEvent(ctx, session, event); err != nil {
			return err
		}
		maps.Copy(replayed, event.Actions.StateDelta)
	}
	return appendRest(ctx, svc, session, at, stored, replayed)
}

func openOwner(ctx context.Context, svc *runtime.Service, o Owner) (*runtime.Session, error) {
	if o.Session == "" {
		return svc.Shared(ctx, runtime.SharedRequest{AppName: o.App, UserID: o.User})
	}
	return svc.Create(ctx, runtime.CreateRequest{AppName: o.App, UserID: o.User, SessionID: o.Session})
}

// own is what an event wrote to the keys of one scope: the others are set by their owners.
func own(e *Event, scope runtime.Scope) runtime.Delta {
	delta := runtime.Delta{}
	for _, w := range e.Writes {
		if is, _ := runtime.ParseKey(w.Key); is == scope {
			delta[w.Key] = w.Value
		}
	}
	return delta
}

// appendRest sets what the events don't come to.
func appendRest(ctx context.Context, svc *runtime.Service, session *runtime.Session, at time.Time, stored, replayed runtime.Delta) error {
	rest := runtime.Delta{}
	for key, v := range stored {
		if !reflect.DeepEqual(replayed[key], v) {
			rest[key] = v
		}
	}
	for key, v := range replayed {
		if _, ok := stored[key]; !ok && v != nil {
			rest[key] = nil
		}
	}
	if len(rest) == 0 {
		return nil
	}
	event := &runtime.Event{Author: StoredState, Timestamp: at}
	event.Actions.StateDelta = rest
	return svc.AppendEvent(ctx, session, event)
}
