package replay

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// State is a session's own state, brought up event by event.
type State struct {
	Seq    int64 // of the last event that it shows
	values map[string]any
	last   time.Time // the latest timestamp
	id     string    // of the last event
}

// NewState begins with the creation, or with a snapshot.
func NewState(first *store.StoredEvent) (*State, error) {
	s := &State{values: make(map[string]any), last: first.Timestamp}
	err := s.Add(first)
	s.Seq = first.SnapshotOf()
	return s, err
}

// Add shows the next event.
func (s *State) Add(e *store.StoredEvent) error {
	if damage := e.Damage(); damage != nil {
		return damage
	}
	if err := s.apply(e); err != nil {
		return fmt.Errorf("replay of event %q: %w", e.ID, err)
	}
	if e.Timestamp.After(s.last) {
		s.last = e.Timestamp
	}
	s.Seq, s.id = e.Seq, e.ID
	return nil
}

// apply applies an event to the state, as its append did.
func (s *State) apply(e *store.StoredEvent) error {
	a := &store.Append{Event: new(store.StoredEvent)}
	for _, w := range e.Writes {
		if isOwn(w.Key) {
			a.Event.Writes = append(a.Event.Writes, w)
		}
	}
	writes, err := a.Resolve(s.values)
	if err != nil {
		return err
	}
	for _, w := range writes {
		if w.Value == nil {
			delete(s.values, w.Key)
		} else {
			s.values[w.Key] = w.Value
		}
	}
	return nil
}

// isOwn reports whether a key is the session's own.
func isOwn(key string) bool {
	scope, _ := value.ParseKey(key)
	return scope == value.ScopeSession
}

// Snapshot returns the event that takes the place of those shown so far.
func (s *State) Snapshot() *store.StoredEvent {
	writes := make([]store.Write, 0, len(s.values))
	for _, key := range slices.Sorted(maps.Keys(s.values)) {
		writes = append(writes, store.Write{Key: key, Value: s.values[key]})
	}
	return store.NewSnapshot(s.Seq, s.last, writes)
}
