package runtime

import (
	"iter"
	"sync/atomic"
	"time"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Session is a handle of one session: a snapshot of its state and history,
// taken by Create, Get or Shared, which only appends through this handle
// advance. What other handles and processes append in the meantime shows in
// the next Get. A handle never grows too old to append with.
//
// All methods are safe for concurrent use. Appends through one handle happen
// one after the other.
type Session struct {
	key    store.SessionKey
	loaded store.Loaded             // as the store handed it out; never changed
	view   atomic.Pointer[snapshot] // what State returns; nil: to be made anew
	own    atomic.Pointer[progress] // nil until the first append
}

func newSession(key store.SessionKey, l store.Loaded) *Session {
	s := &Session{key: key, loaded: l}
	s.view.Store(loadedView(&s.loaded))
	return s
}

// ID returns the session's ID; it is empty for a handle that Shared returned.
func (s *Session) ID() string { return s.key.SessionID }

// AppName returns the name of the session's app.
func (s *Session) AppName() string { return s.key.AppName }

// UserID returns the ID of the session's user.
func (s *Session) UserID() string { return s.key.UserID }

// State returns the merged state of session, user and app as this handle sees
// it now. The result never changes, and values out of it are copies. Of a value
// that is stored, but can't be read, Get returns the *DamagedError, and All yields
// it in the value's place.
func (s *Session) State() ReadonlyState {
	view := s.view.Load()
	if view == nil {
		view = s.makeView()
	}
	return view
}

func (s *Session) makeView() *snapshot {
	own := s.own.Load()
	own.mu.Lock()
	defer own.mu.Unlock()
	view := s.view.Load()
	if view == nil {
		view = own.snapshot()
		s.view.Store(view)
	}
	return view
}

// Events returns the history as this handle sees it now, as far as the filters
// of Get left it, without events that can't be read: Get's error names those. The
// result never changes.
func (s *Session) Events() Events {
	events := Events{stored: s.loaded.Events}
	if own := s.own.Load(); own != nil {
		own.mu.Lock()
		defer own.mu.Unlock()
		events.added = own.events
	}
	return events
}

// LastUpdateTime returns the latest timestamp of the events appended so far,
// the creation included; zero if Shared has found none.
func (s *Session) LastUpdateTime() time.Time {
	own := s.own.Load()
	if own == nil {
		return s.loaded.LastUpdate
	}
	own.mu.Lock()
	defer own.mu.Unlock()
	return own.last
}

// snapshot is an immutable merged state, by scope.
type snapshot [3]store.Values

// isOf reports whether what was loaded can be of that incarnation.
func isOf(l *store.Loaded, incarnation int64) bool {
	return l.Incarnation == incarnation || l.Incarnation == 0
}

// loadedView returns the state as it was loaded.
func loadedView(l *store.Loaded) *snapshot {
	for scope, values := range l.State {
		if values == nil {
			l.State[scope] = store.PlainValues(nil)
		}
	}
	return (*snapshot)(&l.State)
}

// Get returns a copy of the value under key, a *MissingError, or a *DamagedError.
// A temp key is always missing: only the contexts of an Invocation see those.
func (v *snapshot) Get(key string) (any, error) {
	scope, name := ScopeSession, key
	if value.MayHavePrefix(key) { // otherwise ParseKey would be a call for nothing
		if scope, name = ParseKey(key); scope == ScopeTemp {
			return nil, &MissingError{Key: key}
		}
	}
	var value any
	var ok bool
	if plain, is := v[scope].(store.PlainValues); is { // most are, and this spares a call
		value, ok = plain[name]
	} else {
		value, ok = v[scope].Get(name)
	}
	if !ok {
		return nil, &MissingError{Key: key}
	}
	if damage, is := value.(*DamagedError); is {
		return nil, damage
	}
	return Clone(value), nil
}

// All yields every key with a copy of its value, or with the *DamagedError in its
// place.
func (v *snapshot) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for scope, values := range v {
			for name, value := range values.All() {
				if !yield(Scope(scope).Key(name), Clone(value)) {
					return
				}
			}
		}
	}
}

// Events is an immutable piece of a session's history, in commit order.
type Events struct {
	stored []*store.StoredEvent // as the store gave it
	added  []*store.StoredEvent // appended through the handle since
}

// Len returns the number of events.
func (e Events) Len() int { return len(e.stored) + len(e.added) }

// At returns a deep copy of the event at index i, from 0.
func (e Events) At(i int) *Event { return e.at(i).Event() }

// All yields a deep copy of each event.
func (e Events) All() iter.Seq[*Event] {
	return func(yield func(*Event) bool) {
		for i := range e.Len() {
			if !yield(e.At(i)) {
				return
			}
		}
	}
}

func (e Events) at(i int) *store.StoredEvent {
	if i < len(e.stored) {
		return e.stored[i]
	}
	return e.added[i-len(e.stored)]
}

func (e Events) lastSeq() int64 {
	if e.Len() == 0 {
		return 0
	}
	return e.at(e.Len() - 1).Seq
}
