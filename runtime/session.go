package runtime

import (
	"context"
	"iter"
	"sync"
	"sync/atomic"
	"time"
)

// Session is a handle of one session: a snapshot of its state and history,
// taken by Create, Get or Shared, which only appends through this handle
// advance. What other handles and processes append in the meantime shows in
// the next Get. A handle never grows too old to append with.
//
// All methods are safe for concurrent use. Appends through one handle happen
// one after the other.
type Session struct {
	key         SessionKey
	incarnation int64

	mu     sync.Mutex
	turn   chan struct{} // holds one token while nobody appends; made by the first who does
	state  [3]StateMap
	events Events
	last   time.Time

	view atomic.Pointer[snapshot] // of state, made when asked for; changed under mu
}

func newSession(key SessionKey, l *Loaded) *Session {
	s := &Session{
		key: key, incarnation: l.Incarnation,
		events: Events{stored: l.Events}, last: l.LastUpdate,
	}
	for scope, values := range l.State {
		s.state[scope] = NewStateMap(values)
	}
	return s
}

// ID returns the session's ID; it is empty for a handle that Shared returned.
func (s *Session) ID() string { return s.key.SessionID }

// AppName returns the name of the session's app.
func (s *Session) AppName() string { return s.key.AppName }

// UserID returns the ID of the session's user.
func (s *Session) UserID() string { return s.key.UserID }

// State returns the merged state of session, user and app as this handle sees
// it now. The result never changes, and values out of it are copies.
func (s *Session) State() ReadonlyState {
	view := s.view.Load()
	if view == nil {
		view = s.makeView()
	}
	return view
}

func (s *Session) makeView() *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	view := s.view.Load()
	if view == nil {
		view = &snapshot{}
		for scope := range s.state {
			view[scope] = s.state[scope].Snapshot()
		}
		s.view.Store(view)
	}
	return view
}

// Events returns the history as this handle sees it now, as far as the filters
// of Get left it. The result never changes.
func (s *Session) Events() Events {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.events
}

// LastUpdateTime returns the latest timestamp of the events appended so far,
// the creation included.
func (s *Session) LastUpdateTime() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// lock waits for the other appends through this handle, until ctx ends.
func (s *Session) lock(ctx context.Context) error {
	s.mu.Lock()
	if s.turn == nil {
		s.turn = newTurn()
	}
	s.mu.Unlock()
	return take(ctx, s.turn)
}

func newTurn() chan struct{} {
	turn := make(chan struct{}, 1)
	turn <- struct{}{}
	return turn
}

// take takes a token out of turn, or gives up when ctx ends.
func take(ctx context.Context, turn chan struct{}) error {
	select {
	case <-turn:
		return nil
	default:
	}
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Session) unlock() { s.turn <- struct{}{} }

// advance shows an accepted event in the handle's view. Appends advance it in
// the order in which they were committed.
func (s *Session) advance(a *Append, done *Appended) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.show(a)
	for _, w := range done.Writes {
		s.state[w.Scope].Put(w.Name, w.Value)
	}
	s.view.Store(nil)
	if done.LastUpdate.After(s.last) {
		s.last = done.LastUpdate
	}
	if s.events.lastSeq() >= done.Seq {
		return // a second try: the history holds the event already
	}
	if a.Event.Seq == 0 { // otherwise the store has it, and others may read it
		a.Event.Seq = done.Seq
	}
	s.events.added = append(s.events.added, a.Event)
}

// show puts into the view what the event was based on: the store has found it
// to be the current values.
func (s *Session) show(a *Append) {
	if a.expectAll {
		s.state = [3]StateMap{}
	}
	for key, value := range a.expect {
		scope, name := ParseKey(key)
		s.state[scope].Put(name, value)
	}
}

// snapshot is an immutable merged state, by scope.
type snapshot [3]Values

// Get returns a copy of the value under key, or a *MissingError. A temp key is
// always missing: only the contexts of an Invocation see those.
func (v *snapshot) Get(key string) (any, error) {
	scope, name := ParseKey(key)
	if scope == ScopeTemp {
		return nil, &MissingError{Key: key}
	}
	var value any
	var ok bool
	if plain, is := v[scope].(plainValues); is { // most are, and this spares a call
		value, ok = plain[name]
	} else {
		value, ok = v[scope].Get(name)
	}
	if !ok {
		return nil, &MissingError{Key: key}
	}
	return Clone(value), nil
}

// All yields every key with a copy of its value.
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
	stored []*StoredEvent // as the store gave it
	added  []*StoredEvent // appended through the handle since; only ever grown
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

func (e Events) at(i int) *StoredEvent {
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
