package runtime

import (
	"sync/atomic"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/turns"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
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
	loaded store.Loaded                   // as the store handed it out; never changed
	view   atomic.Pointer[views.Snapshot] // what State returns; nil: to be made anew
	own    atomic.Pointer[progress]       // nil until the first append, but for shared state without events
}

func newSession(key store.SessionKey, l store.Loaded) *Session {
	s := &Session{key: key, loaded: l}
	s.view.Store(views.Loaded(&s.loaded))
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

func (s *Session) makeView() *views.Snapshot {
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

// progress returns the handle's progress, and makes it if there is none.
func (s *Session) progress() *progress {
	own := s.own.Load()
	if own != nil {
		return own
	}
	own = &progress{turn: turns.NewLock(), last: s.loaded.LastUpdate, seq: Events{stored: s.loaded.Events}.lastSeq()}
	own.request.Session, own.request.Token = s.key, s.loaded.Token
	for scope, values := range s.loaded.State {
		own.state[scope] = store.NewStateMap(values)
	}
	if s.own.CompareAndSwap(nil, own) {
		return own
	}
	return s.own.Load()
}

// advance shows an accepted event in the handle's view. Appends advance it in
// the order in which they were committed.
func (s *Session) advance(p *progress, done *store.Appended) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e, writes := p.request.Event, done.Writes
	later := writes == nil && p.request.Plain() && done.Seq > p.seq
	if !later {
		p.catchUp()
		if writes == nil {
			writes = e.Writes
		}
		p.show(done.Seq, writes)
	}
	if e.Seq == 0 { // otherwise the store has it, and others may read it
		e.Seq = done.Seq
	}
	switch {
	case done.Seq > p.seq:
		p.add(e, done)
	case done.Seq > Events{stored: s.loaded.Events}.lastSeq():
		p.insert(e)
	}
	if !later {
		p.shown = len(p.events)
	}
	if done.LastUpdate.After(p.last) {
		p.last = done.LastUpdate
	}
	if s.view.Load() != nil {
		s.view.Store(nil)
	}
}
