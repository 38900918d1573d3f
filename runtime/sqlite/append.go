package sqlite

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Create stores a new session: see store.Store.
func (st *database) Create(ctx context.Context, a *store.Append) (loaded store.Loaded, err error) {
	record, err := a.Event.MarshalJSON()
	if err != nil {
		return loaded, err
	}
	writes, err := a.Resolve(nil)
	if err != nil {
		return loaded, err
	}
	err = st.writeTogether(ctx, func(conn *sqlite.Conn) error {
		loaded, err = create(conn, a, record, writes)
		return err
	})
	if err != nil {
		return store.Loaded{}, err
	}
	return loaded, nil
}

func create(conn *sqlite.Conn, a *store.Append, record []byte, writes []store.Write) (loaded store.Loaded, err error) {
	k := a.Session
	if err := run(conn, `
		INSERT INTO sessions (app, user, session, seq, updated, touched) VALUES (?, ?, ?, 0, ?, ?)
		ON CONFLICT DO NOTHING`, k.AppName, k.UserID, k.SessionID, micros(a.Event.Timestamp), micros(time.Now())); err != nil {
		return loaded, err
	}
	if conn.Changes() == 0 {
		return loaded, runtime.ErrSessionExists
	}
	s := row{id: conn.LastInsertRowID(), key: k, updated: micros(a.Event.Timestamp)}
	if _, err := s.addEvent(conn, a.Event, record); err != nil {
		return loaded, err
	}
	if err := s.put(conn, writes); err != nil {
		return loaded, err
	}
	return load(conn, k, store.EventQuery{None: true}, true)
}

// Append adds an event to a session: see store.Store.
func (st *database) Append(ctx context.Context, a *store.Append) (done *store.Appended, err error) {
	a.SetResolved(nil)
	record, err := a.Event.MarshalJSON()
	if err != nil {
		return nil, err
	}
	err = st.writeTogether(ctx, func(conn *sqlite.Conn) error {
		done, err = appendEvent(conn, a, record)
		return err
	})
	if err != nil {
		return nil, err
	}
	return done, nil
}

func appendEvent(conn *sqlite.Conn, a *store.Append, record []byte) (*store.Appended, error) {
	s, err := find(conn, a.Session, a.Incarnation)
	if err != nil {
		return nil, err
	}
	s.seq++
	if added, err := s.addEvent(conn, a.Event, record); err != nil {
		return nil, err
	} else if !added {
		return s.again(conn, a)
	}
	current, err := s.current(conn, a)
	if err != nil {
		return nil, err
	}
	writes, err := a.Resolve(current)
	if err != nil {
		return nil, err
	}
	if err := s.put(conn, writes); err != nil {
		return nil, err
	}
	if err := s.keepResolved(conn, a, writes); err != nil {
		return nil, err
	}
	s.updated = max(s.updated, micros(a.Event.Timestamp))
	if err := run(conn, "UPDATE sessions SET seq = ?, updated = ?, touched = ? WHERE id = ?", s.seq, s.updated, micros(time.Now()), s.id); err != nil {
		return nil, err
	}
	return &store.Appended{Seq: s.seq, LastUpdate: time.UnixMicro(s.updated).UTC(), Writes: writes}, nil
}

// addEvent inserts an event under s.seq; false if its ID is taken.
func (s *row) addEvent(conn *sqlite.Conn, e *store.StoredEvent, record []byte) (bool, error) {
	err := run(conn, `
		INSERT INTO events (session, seq, id, time, record) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (session, id) DO NOTHING`, s.id, s.seq, e.ID, micros(e.Timestamp), string(record))
	return conn.Changes() > 0, err
}

// keepResolved adds to the event what its merge operations come to, if that is
// asked for. Only now is it known, and the event had to come first: its ID says
// whether anything is to be done at all.
func (s *row) keepResolved(conn *sqlite.Conn, a *store.Append, writes []store.Write) error {
	if !a.KeepResolved() {
		return nil
	}
	a.SetResolved(writes)
	record, err := a.Event.MarshalJSON()
	if err != nil {
		return err
	}
	return run(conn, "UPDATE events SET record = ? WHERE session = ? AND seq = ?", string(record), s.id, s.seq)
}

// again answers an append whose event ID the history holds already.
func (s *row) again(conn *sqlite.Conn, a *store.Append) (*store.Appended, error) {
	l, err := load(conn, s.key, store.EventQuery{ID: a.Event.ID, AfterSeq: -1}, false)
	if err != nil {
		return nil, err
	}
	if len(l.Events) != 1 {
		return nil, runtime.ErrEventExists
	}
	current := make(map[string]any)
	for _, w := range a.Writes() {
		if current[w.Key], err = s.get(conn, w.Key); err != nil {
			return nil, err
		}
	}
	return a.Repeat(l.Events[0], time.UnixMicro(s.updated).UTC(), current)
}

// current returns the values that a.Resolve needs, by full key.
func (s *row) current(conn *sqlite.Conn, a *store.Append) (map[string]any, error) {
	if a.Plain() {
		return nil, nil
	}
	if a.NeedsAll() {
		l, err := load(conn, s.key, store.EventQuery{None: true}, true)
		return l.Values(), err
	}
	values := make(map[string]any)
	for _, key := range a.Keys() {
		value, err := s.get(conn, key)
		if err != nil {
			return nil, err
		}
		if value != nil {
			values[key] = value
		}
	}
	return values, nil
}
