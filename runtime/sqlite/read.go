package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
)

// row is a session as its row in the database has it.
type row struct {
	key     runtime.SessionKey
	id      int64
	seq     int64
	updated int64
}

func micros(t time.Time) int64 { return t.UnixMicro() }

func ignoreNotFound(err error) error {
	if errors.Is(err, runtime.ErrSessionNotFound) {
		return nil
	}
	return err
}

func find(conn *sqlite.Conn, key runtime.SessionKey) (*row, error) {
	var s *row
	err := each(conn, "SELECT id, seq, updated FROM sessions WHERE app = ? AND user = ? AND session = ?",
		func(stmt *sqlite.Stmt) error {
			s = &row{key: key, id: stmt.ColumnInt64(0), seq: stmt.ColumnInt64(1), updated: stmt.ColumnInt64(2)}
			return nil
		}, key.AppName, key.UserID, key.SessionID)
	if err == nil && s == nil {
		err = runtime.ErrSessionNotFound
	}
	return s, err
}

// Load returns a session as of one moment: see runtime.Store.
func (st *store) Load(ctx context.Context, key runtime.SessionKey, q runtime.EventQuery) (*runtime.Loaded, error) {
	var loaded *runtime.Loaded
	err := st.read(ctx, func(conn *sqlite.Conn) error {
		s, err := find(conn, key)
		if err != nil {
			return err
		}
		if loaded, err = s.load(conn); err != nil {
			return err
		}
		loaded.Events, err = s.events(conn, q)
		return err
	})
	return loaded, err
}

// Events returns a part of a session's history: see runtime.Store.
func (st *store) Events(ctx context.Context, key runtime.SessionKey, q runtime.EventQuery) ([]*runtime.StoredEvent, error) {
	var events []*runtime.StoredEvent
	err := st.read(ctx, func(conn *sqlite.Conn) error {
		s, err := find(conn, key)
		if err != nil {
			return err
		}
		events, err = s.events(conn, q)
		return err
	})
	return events, err
}

// List describes sessions: see runtime.Store.
func (st *store) List(ctx context.Context, appName, userID string) ([]runtime.SessionInfo, error) {
	infos := []runtime.SessionInfo{}
	query, args := "SELECT user, session, updated, seq FROM sessions WHERE app = ?", []any{appName}
	if userID != "" {
		query, args = query+" AND user = ?", append(args, userID)
	}
	err := st.readers.use(ctx, func(conn *sqlite.Conn) error {
		return each(conn, query+" ORDER BY user, session", func(stmt *sqlite.Stmt) error {
			infos = append(infos, runtime.SessionInfo{
				AppName: appName, UserID: stmt.ColumnText(0), SessionID: stmt.ColumnText(1),
				LastUpdateTime: time.UnixMicro(stmt.ColumnInt64(2)).UTC(), Events: stmt.ColumnInt64(3),
			})
			return nil
		}, args...)
	})
	return infos, err
}

// load returns all but the events.
func (s *row) load(conn *sqlite.Conn) (*runtime.Loaded, error) {
	loaded := &runtime.Loaded{Incarnation: s.id, LastUpdate: time.UnixMicro(s.updated).UTC()}
	for _, scope := range storedScopes {
		values, err := s.state(conn, scope)
		if err != nil {
			return nil, err
		}
		loaded.State[scope] = runtime.PlainValues(values)
	}
	return loaded, nil
}

func (s *row) events(conn *sqlite.Conn, q runtime.EventQuery) ([]*runtime.StoredEvent, error) {
	if q.None {
		return nil, nil
	}
	query, args := s.eventsQuery(q)
	var events []*runtime.StoredEvent
	err := each(conn, query, func(stmt *sqlite.Stmt) error {
		e := new(runtime.StoredEvent)
		if err := e.UnmarshalJSON([]byte(stmt.ColumnText(1))); err != nil {
			return fmt.Errorf("stored event %d of session %q can't be read: %w", stmt.ColumnInt64(0), s.key.SessionID, err)
		}
		e.Seq = stmt.ColumnInt64(0)
		events = append(events, e)
		return nil
	}, args...)
	if q.Last > 0 {
		slices.Reverse(events)
	}
	if q.First > 0 && len(events) > q.First {
		events = events[:q.First]
	}
	return events, err
}

// eventsQuery selects what q leaves, the last ones first if q.Last is set, so
// that no more rows are read than asked for.
func (s *row) eventsQuery(q runtime.EventQuery) (query string, args []any) {
	query = "SELECT seq, record FROM events WHERE session = ? AND seq > ?"
	args = []any{s.id, q.AfterSeq}
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
		return query + " ORDER BY seq DESC LIMIT ?", append(args, q.Last)
	case q.First > 0:
		return query + " ORDER BY seq LIMIT ?", append(args, q.First)
	default:
		return query + " ORDER BY seq", args
	}
}

var storedScopes = [...]runtime.Scope{runtime.ScopeSession, runtime.ScopeUser, runtime.ScopeApp}

// owner says where the state of one scope lies.
type owner struct {
	get, all, upsert, delete string
	args                     []any
}

func (s *row) owner(scope runtime.Scope) owner {
	switch scope {
	case runtime.ScopeUser:
		return sharedOwner(s.key.AppName, s.key.UserID)
	case runtime.ScopeApp:
		return sharedOwner(s.key.AppName, "")
	default:
		return owner{
			get:    "SELECT name, value FROM session_state WHERE session = ? AND name = ?",
			all:    "SELECT name, value FROM session_state WHERE session = ?",
			upsert: "INSERT INTO session_state VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
			delete: "DELETE FROM session_state WHERE session = ? AND name = ?",
			args:   []any{s.id},
		}
	}
}

func sharedOwner(app, user string) owner {
	return owner{
		get:    "SELECT name, value FROM shared_state WHERE app = ? AND user = ? AND name = ?",
		all:    "SELECT name, value FROM shared_state WHERE app = ? AND user = ?",
		upsert: "INSERT INTO shared_state VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
		delete: "DELETE FROM shared_state WHERE app = ? AND user = ? AND name = ?",
		args:   []any{app, user},
	}
}

// state returns all values of a scope. The user's state of a handle that has no
// user is empty, not the app's.
func (s *row) state(conn *sqlite.Conn, scope runtime.Scope) (map[string]any, error) {
	if scope == runtime.ScopeUser && s.key.UserID == "" {
		return nil, nil
	}
	owner := s.owner(scope)
	return s.values(conn, scope, owner.all, owner.args)
}

// get returns one value, nil if it isn't set.
func (s *row) get(conn *sqlite.Conn, key string) (any, error) {
	scope, name := runtime.ParseKey(key)
	if scope == runtime.ScopeUser && s.key.UserID == "" {
		return nil, nil
	}
	owner := s.owner(scope)
	values, err := s.values(conn, scope, owner.get, append(owner.args, name))
	return values[name], err
}

func (s *row) values(conn *sqlite.Conn, scope runtime.Scope, query string, args []any) (map[string]any, error) {
	values := make(map[string]any)
	err := each(conn, query, func(stmt *sqlite.Stmt) error {
		name := stmt.ColumnText(0)
		value, err := runtime.DecodeValue([]byte(stmt.ColumnText(1)))
		if err != nil {
			return fmt.Errorf("stored value of %q can't be read: %w", scope.Key(name), err)
		}
		values[name] = value
		return nil
	}, args...)
	return values, err
}
