package runtime

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// getAsOf builds the view that a session had when an event had been appended,
// by replaying its events up to that one, from the creation or a snapshot on.
func (svc *Service) getAsOf(ctx context.Context, key store.SessionKey, eventID string, q store.EventQuery) (*Session, error) {
	found, err := svc.store.Events(ctx, key, store.EventQuery{ID: eventID})
	if err != nil {
		return nil, names.Wrap(key, err)
	}
	if len(found) == 0 {
		return nil, past{svc.store}.noEvent(ctx, key, eventID)
	}
	q.UpTo = found[0].Seq
	loaded, err := svc.store.Load(ctx, key, q)
	if err != nil {
		return nil, names.Wrap(key, err)
	}
	then, err := past{svc.store}.replayTo(ctx, key, q.UpTo)
	if err != nil {
		return nil, err
	}
	if then.id != eventID { // the session was deleted, and its ID used again, in between
		return nil, names.Wrap(key, fmt.Errorf("event %q: %w", eventID, ErrEventNotFound))
	}
	loaded.LastUpdate = then.last
	loaded.State[ScopeSession] = store.PlainValues(then.state)
	loaded.Damaged = slices.DeleteFunc(loaded.Damaged, func(d *DamagedError) bool {
		return len(d.Keys) > 0 && scopeOf(d.Keys[0]) == ScopeSession // which was replayed
	})
	return newHandle(key, loaded)
}

// replay applies a stored event to session state, as its append did.
func replay(state map[string]any, e *store.StoredEvent) error {
	a := &store.Append{Event: new(store.StoredEvent)}
	for _, w := range e.Writes {
		if scopeOf(w.Key) == ScopeSession {
			a.Event.Writes = append(a.Event.Writes, w)
		}
	}
	writes, err := a.Resolve(state)
	if err != nil {
		return fmt.Errorf("replay of event %q: %w", e.ID, err)
	}
	for _, w := range writes {
		if w.Value == nil {
			delete(state, w.Key)
		} else {
			state[w.Key] = w.Value
		}
	}
	return nil
}

func scopeOf(key string) Scope {
	scope, _ := ParseKey(key)
	return scope
}
