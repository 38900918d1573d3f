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
func load(conn *sqlite.Conn, key store.SessionKey, q store.EventQuery, state bool) (l store.Loaded, err error) {
	l = store.NewLoaded()
	err = each(conn, loadSession, func(stmt *sqlite.Stmt) error {
		l.Incarnation, l.LastUpdate = stmt.ColumnInt64(0), time.UnixMicro(stmt.ColumnInt64(1)).UTC()
		if state {
			if err := addState(conn, &l, key, q.Keys); err != nil {
				return err
			}
		}
		if q.None {
			return nil
		}
		query, args := filter(loadEvents, []any{l.Incarnation, q.AfterSeq}, q)
		return each(conn, query, func(stmt *sqlite.Stmt) error {
			l.AddEvent(stmt.ColumnInt64(0), stmt.ColumnText(1))
			return nil
		}, args...)
	}, key.AppName, key.UserID, key.SessionID)
	switch {
	case err != nil:
		return l, err
	case l.Incarnation != 0:
		if q.Last > 0 {
			slices.Reverse(l.Events)
		}
		return l, nil
	case key.SessionID != "" || !state:
		return l, runtime.ErrSessionNotFound
	}
	return l, addState(conn, &l, key, q.Keys) // what a user's sessions share needs no session
}

// addState reads some keys, or all if they are nil.
func addState(conn *sqlite.Conn, l *store.Loaded, k store.SessionKey, keys []string) error {
	if keys == nil {
		return each(conn, loadState, addValue(l), l.Incarnation, k.AppName, k.UserID)
	}
	s := row{id: l.Incarnation, key: k}
	for _, key := range keys {
		value, err := s.get(conn, key)
		if err != nil {
			return err
		}
		if scope, name := runtime.ParseKey(key); value != nil {
			l.Add(scope, name, value)
		}
	}
	return nil
}

// addValue adds a row of a scope, a value and a name.
func addValue(l *store.Loaded) func(*sqlite.Stmt) error {
	return func(stmt *sqlite.Stmt) error {
		scope, name := runtime.Scope(stmt.ColumnInt64(0)), stmt.ColumnText(2)
		l.Add(scope, name, store.DecodeValue(scope, name, stmt.ColumnText(1)))
		return nil
	}
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
