// Package memory keeps sessions in the program's own memory: for tests, and
// for programs whose sessions need not outlive them.
//
// Reading a session costs the same whatever the size of its state and history,
// and appends to different sessions don't wait for each other unless they
// write state that the sessions share.
package memory

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// New returns an empty service. It is gone when the program ends.
func New() *runtime.Service { return runtime.NewService(NewStore()) }

// NewStore returns the store of which New makes a service, for programs that
// put something between the two.
func NewStore() store.Store { return new(database) }

// database finds sessions, users and apps; each of them has a lock of its own.
//
// Locks are taken in the order session, user, app, and last the lock of a
// table, under which no other is taken.
type database struct {
	sessions     table[store.SessionKey, *session]
	users        table[userKey, *user]
	apps         table[string, *app]
	incarnations atomic.Int64
	closed       atomic.Bool
}

type userKey struct{ app, user string }

// session is one session's history and own state.
type session struct {
	key         store.SessionKey
	incarnation int64
	db          *database
	user        *user
	app         *app

	mu      sync.Mutex
	deleted bool
	state   store.StateMap
	log     []*store.StoredEvent // each at the index that is its Seq, unless some were pruned: see place
	seq     int64                // of the last event
	ids     ids
	last    *store.StoredEvent // the one with the latest timestamp
	touched int64              // when the session was appended to, as nanoseconds since 1970
}

// user is what a user's sessions share, and which they are.
type user struct {
	mu       sync.Mutex
	state    store.StateMap
	sessions map[string]*session
	order    []string // their IDs, sorted, or nil
}

// app is what an app's sessions share, and which users it has.
type app struct {
	mu    sync.Mutex
	state store.StateMap
	users map[string]*user
	order []string // their IDs, sorted, or nil
}

// Close makes all later calls fail.
func (st *database) Close() error {
	st.closed.Store(true)
	return nil
}

func (st *database) ready(ctx context.Context) error {
	if st.closed.Load() {
		return runtime.ErrClosed
	}
	return ctx.Err()
}

// find returns a session that exists, locked.
func (st *database) find(key store.SessionKey) (*session, error) {
	s, ok := st.sessions.get(key)
	if !ok {
		return nil, runtime.ErrSessionNotFound
	}
	return s.lock()
}

// lock locks a session that exists.
func (s *session) lock() (*session, error) {
	s.mu.Lock()
	if s.deleted {
		s.mu.Unlock()
		return nil, runtime.ErrSessionNotFound
	}
	return s, nil
}

// Create stores a new session: see store.Store.
func (st *database) Create(ctx context.Context, a *store.Append) (store.Loaded, error) {
	if err := st.ready(ctx); err != nil {
		return store.Loaded{}, err
	}
	key := a.Session
	s := &session{
		key: key, incarnation: st.incarnations.Add(1), db: st,
		app:  st.apps.getOrAdd(key.AppName, func() *app { return &app{users: make(map[string]*user)} }),
		user: st.users.getOrAdd(userKey{key.AppName, key.UserID}, func() *user { return &user{sessions: make(map[string]*session)} }),
	}
	writes, err := a.Resolve(nil)
	if err != nil {
		return store.Loaded{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.user.mu.Lock()
	defer s.user.mu.Unlock()
	s.app.mu.Lock()
	defer s.app.mu.Unlock()
	if st.sessions.getOrAdd(key, func() *session { return s }) != s {
		return store.Loaded{}, runtime.ErrSessionExists
	}
	s.app.users[key.UserID], s.app.order = s.user, nil
	s.user.sessions[key.SessionID], s.user.order = s, nil
	s.seq = -1
	s.commit(a, writes)
	return s.loaded(), nil
}

// Load returns a session as of one moment: see store.Store.
func (st *database) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (l store.Loaded, err error) {
	if err := st.ready(ctx); err != nil {
		return l, err
	}
	s, err := st.find(key)
	if err != nil {
		l, err = st.loadShared(key, err)
		return l.Only(q.Keys), err
	}
	s.user.mu.Lock()
	s.app.mu.Lock()
	l = s.loaded()
	log := s.log
	s.app.mu.Unlock()
	s.user.mu.Unlock()
	s.mu.Unlock()
	l.Events = pick(log, q)
	if q.Keys != nil {
		l = l.Only(q.Keys)
	}
	return l, nil
}

// loadShared returns the state that a user's sessions share, which needs no
// session; of a session it returns the error that there is none.
func (st *database) loadShared(key store.SessionKey, notFound error) (l store.Loaded, _ error) {
	if key.SessionID != "" {
		return l, notFound
	}
	if u, ok := st.users.get(userKey{key.AppName, key.UserID}); ok {
		u.mu.Lock()
		defer u.mu.Unlock()
		l.State[runtime.ScopeUser] = u.state.Snapshot()
	}
	if a, ok := st.apps.get(key.AppName); ok {
		a.mu.Lock()
		defer a.mu.Unlock()
		l.State[runtime.ScopeApp] = a.state.Snapshot()
	}
	return l, nil
}

// loaded is called with all three locks held.
func (s *session) loaded() store.Loaded {
	return store.Loaded{
		Incarnation: s.incarnation,
		Token:       s,
		LastUpdate:  s.last.Timestamp,
		State: [3]store.Values{
			runtime.ScopeSession: s.state.Snapshot(),
			runtime.ScopeUser:    s.user.state.Snapshot(),
			runtime.ScopeApp:     s.app.state.Snapshot(),
		},
	}
}

// Events returns a part of a session's history: see store.Store.
func (st *database) Events(ctx context.Context, key store.SessionKey, q store.EventQuery) ([]*store.StoredEvent, error) {
	if err := st.ready(ctx); err != nil {
		return nil, err
	}
	s, err := st.find(key)
	if err != nil {
		return nil, err
	}
	log := s.log
	if q.ID != "" {
		defer s.mu.Unlock()
		if e := s.ids.find(log, q.ID); e != nil && q.Matches(e) {
			return []*store.StoredEvent{e}, nil
		}
		return nil, nil
	}
	s.mu.Unlock()
	return pick(log, q), nil
}

// Delete removes a session: see store.Store.
func (st *database) Delete(ctx context.Context, q store.DeleteQuery) error {
	if err := st.ready(ctx); err != nil {
		return err
	}
	s, err := st.find(q.Session)
	if err != nil {
		return nil // it is gone, as wanted
	}
	defer s.mu.Unlock()
	switch {
	case q.Incarnation != 0 && q.Incarnation != s.incarnation:
		return nil
	case q.WentOn(s.seq):
		return store.ErrSessionWentOn
	}
	s.remove()
	return nil
}
