package sqlite

import (
	"fmt"
	"slices"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
)

// What load reads is one statement, and so of one moment. The first column of a
// row says what the others are: for a state's rows its scope, for the others
// one of these.
const (
	eventRow   = 3 // seq, record
	sessionRow = 4 // id, updated
)

// A session's own key stands in the arguments ?1 to ?3.
const (
	sessionID = `(SELECT id FROM sessions WHERE app = ?1 AND user = ?2 AND session = ?3)`

	loadSession = `SELECT 4, id, updated FROM sessions WHERE app = ?1 AND user = ?2 AND session = ?3`

	// The user's state of a handle that has no user is empty, not the app's.
	loadState = `
		UNION ALL SELECT 0, name, value FROM session_state WHERE session = ` + sessionID + `
		UNION ALL SELECT 1, name, value FROM shared_state WHERE app = ?1 AND user = ?2 AND ?2 <> ''
		UNION ALL SELECT 2, name, value FROM shared_state WHERE app = ?1 AND user = ''`

	loadEvents = `
		UNION ALL SELECT * FROM (SELECT 3, seq, record FROM events WHERE session = ` + sessionID
)

// load reads a session: its own row, its state if that is asked for, and the
// events that q leaves.
func load(conn *sqlite.Conn, key runtime.SessionKey, q runtime.EventQuery, state bool) (*reader, error) {
	query := loadSession
	if state {
		query += loadState
	}
	args := []any{key.AppName, key.UserID, key.SessionID}
	if !q.None {
		query += loadEvents
		query, args = filter(query, args, q)
		query += ")"
	}
	r := &reader{key: key}
	if err := each(conn, query, r.read, args...); err != nil {
		return nil, err
	}
	if r.id == 0 {
		return nil, runtime.ErrSessionNotFound
	}
	if q.Last > 0 {
		slices.Reverse(r.events)
	}
	if q.First > 0 && len(r.events) > q.First {
		r.events = r.events[:q.First]
	}
	return r, nil
}

// filter adds what q asks for to a query of events: the last ones first if
// q.Last is set, so that no more rows are read than asked for. SQLite prepares a
// statement anew each time if its plan may depend on a limit's value, which is
// why a limit is a sum.
func filter(query string, args []any, q runtime.EventQuery) (string, []any) {
	query, args = query+" AND seq > ?", append(args, q.AfterSeq)
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
	key     runtime.SessionKey
	id      int64 // 0: there is no such session
	updated int64
	state   [3]map[string]any
	events  []*runtime.StoredEvent
	buf     []byte
}

func (r *reader) read(stmt *sqlite.Stmt) error {
	switch kind := stmt.ColumnInt(0); kind {
	case sessionRow:
		r.id, r.updated = stmt.ColumnInt64(1), stmt.ColumnInt64(2)
		return nil
	case eventRow:
		return r.addEvent(stmt.ColumnInt64(1), r.bytes(stmt, 2))
	default:
		return r.addValue(runtime.Scope(kind), stmt.ColumnText(1), r.bytes(stmt, 2))
	}
}

// bytes returns a column's text, which the next call overwrites.
func (r *reader) bytes(stmt *sqlite.Stmt, column int) []byte {
	n := stmt.ColumnLen(column)
	r.buf = slices.Grow(r.buf[:0], n)[:n]
	stmt.ColumnBytes(column, r.buf)
	return r.buf
}

func (r *reader) addEvent(seq int64, record []byte) error {
	e := new(runtime.StoredEvent)
	if err := e.UnmarshalJSON(record); err != nil {
		return fmt.Errorf("stored event %d of session %q can't be read: %w", seq, r.key.SessionID, err)
	}
	e.Seq = seq
	r.events = append(r.events, e)
	return nil
}

func (r *reader) addValue(scope runtime.Scope, name string, text []byte) error {
	value, err := decodeValue(scope, name, text)
	if err != nil {
		return err
	}
	if r.state[scope] == nil {
		r.state[scope] = make(map[string]any)
	}
	r.state[scope][name] = value
	return nil
}

func (r *reader) loaded() runtime.Loaded {
	l := runtime.Loaded{Incarnation: r.id, LastUpdate: time.UnixMicro(r.updated).UTC(), Events: r.events}
	for scope, values := range r.state {
		l.State[scope] = runtime.PlainValues(values)
	}
	return l
}
