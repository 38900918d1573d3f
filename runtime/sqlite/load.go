package sqlite

import (
	"slices"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

const (
	loadSession = "SELECT id, updated FROM sessions WHERE app = ? AND user = ? AND session = ?"

	// The user's state of a handle that has no user is empty, not the app's.
	loadState = `
		          SELECT 0, value, name FROM session_state WHERE session = ?1
		UNION ALL SELECT 1, value, name FROM shared_state WHERE app = ?2 AND user = ?3 AND ?3 <> ''
		UNION ALL SELECT 2, value, name FROM shared_state WHERE app = ?2 AND user = ''`

	loadEvents = "SELECT seq, record FROM events WHERE session = ? AND seq > ?"
)

// load reads a session: its own row, its state if that is asked for, and the
// events that q asks for. All is of one moment, for the read transaction lasts until
// the session's statement ends, and the others run before that.
func load(conn *sqlite.Conn, key store.SessionKey, q store.EventQuery, state bool) (*reader, error) {
	r := &reader{key: key}
	err := each(conn, loadSession, func(stmt *sqlite.Stmt) error {
		r.id, r.updated = stmt.ColumnInt64(0), stmt.ColumnInt64(1)
		if state {
			if err := r.addState(conn, q.Keys); err != nil {
				return err
			}
		}
		if q.None {
			return nil
		}
		query, args := filter(loadEvents, []any{r.id, q.AfterSeq}, q)
		return eachCopied(conn, query, r.addEvents, args...)
	}, key.AppName, key.UserID, key.SessionID)
	if err != nil {
		return nil, err
	}
	if r.id == 0 {
		return r, r.loadShared(conn, q.Keys, state)
	}
	if q.Last > 0 {
		slices.Reverse(r.events)
	}
	if q.First > 0 && len(r.events) > q.First {
		r.events = r.events[:q.First]
	}
	return r, nil
}

// loadShared reads the state that a user's sessions share, which needs no session.
func (r *reader) loadShared(conn *sqlite.Conn, keys []string, state bool) error {
	if r.key.SessionID != "" || !state {
		return runtime.ErrSessionNotFound
	}
	return r.addState(conn, keys)
}

// addState reads some keys, or all if they are nil.
func (r *reader) addState(conn *sqlite.Conn, keys []string) error {
	if keys == nil {
		return eachCopied(conn, loadState, r.addValues, r.id, r.key.AppName, r.key.UserID)
	}
	s := row{id: r.id, key: r.key}
	for _, key := range keys {
		value, err := s.get(conn, key)
		if err != nil {
			return err
		}
		if scope, name := runtime.ParseKey(key); value != nil {
			r.addValue(scope, name, value)
		}
	}
	return nil
}

// filter adds what else q asks for to a query of events: the last ones first if
// q.Last is set, so that no more rows are read than asked for. SQLite prepares a
// statement anew each time if its plan may depend on a limit's value, which is
// why a limit is a sum.
func filter(query string, args []any, q store.EventQuery) (string, []any) {
	if q.UpTo > 0 {
		query, args = query+" AND seq <= ?", append(args, q.UpTo)
	}
	if !q.NotBefore.IsZero() {
		query, args = query+" AND time >= ?", append(args, micros(q.NotBefore))
	}
	if q.ID != "" {
		query, args = query+" AND id = ?", append(args, q.ID)
	}
	switch {
	case q.Last > 0:
		return query + " ORDER BY seq DESC LIMIT 0 + ?", append(args, q.Last)
	case q.First > 0:
		return query + " ORDER BY seq LIMIT 0 + ?", append(args, q.First)
	default:
		return query + " ORDER BY seq", args
	}
}

// reader takes the rows of a load.
type reader struct {
	key     store.SessionKey
	id      int64 // 0: there is no such session
	updated int64
	state   [3]map[string]any
	events  []*store.StoredEvent
	damaged []*runtime.DamagedError
}

func (r *reader) addValues(rows []copied) error {
	for i := range rows {
		scope, name := runtime.Scope(rows[i].number), string(rows[i].name)
		if r.state[scope] == nil {
			r.state[scope] = make(map[string]any, len(rows)-i) // or a bit less
		}
		r.addValue(scope, name, decodeValue(scope, name, rows[i].text))
	}
	return nil
}

func (r *reader) addValue(scope runtime.Scope, name string, value any) {
	if damage, is := value.(*runtime.DamagedError); is {
		r.damaged = append(r.damaged, damage)
	}
	if r.state[scope] == nil {
		r.state[scope] = make(map[string]any)
	}
	r.state[scope][name] = value
}

func (r *reader) addEvents(rows []copied) error {
	events := make([]store.StoredEvent, len(rows))
	r.events = slices.Grow(r.events, len(rows))
	for i := range rows {
		e := &events[i]
		if err := e.UnmarshalJSON(rows[i].text); err != nil {
			var damage *runtime.DamagedError
			e, damage = store.DamagedEvent(rows[i].number, err)
			r.damaged = append(r.damaged, damage)
		}
		e.Seq = rows[i].number
		r.events = append(r.events, e)
	}
	return nil
}

func (r *reader) loaded() store.Loaded {
	l := store.Loaded{Incarnation: r.id, Events: r.events, Damaged: r.damaged}
	if r.id != 0 {
		l.LastUpdate = time.UnixMicro(r.updated).UTC()
	}
	for scope, values := range r.state {
		l.State[scope] = store.PlainValues(values)
	}
	return l
}
