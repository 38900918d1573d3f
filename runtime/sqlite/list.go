package sqlite

import (
	"context"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

const (
	listSessions = `SELECT id, user, session, updated, seq FROM sessions WHERE app = ?
		AND (user, session) > (?, ?) AND session <> ''`
	listUserSessions = `SELECT id, user, session, updated, seq FROM sessions WHERE app = ?
		AND user = ? AND session > ?` // those without an ID come before all

	listOwnState    = "SELECT 0, value, name FROM session_state WHERE session = ?"
	listSharedState = "SELECT 1 + (user = ''), value, name FROM shared_state WHERE app = ? AND user = ?"
)

// List returns sessions: see store.Store.
func (st *database) List(ctx context.Context, q store.ListQuery) (listed []store.Listed, err error) {
	err = st.readers.use(ctx, func(conn *sqlite.Conn) error {
		listed, err = st.list(ctx, conn, q)
		return err
	})
	return listed, err
}

// list reads the sessions and, while that statement lasts, their state: as load
// does, so that all is of one moment.
func (st *database) list(ctx context.Context, conn *sqlite.Conn, q store.ListQuery) (listed []store.Listed, err error) {
	query, args := listSessions, []any{q.AppName, q.AfterUserID, q.AfterSessionID}
	if q.UserID != "" {
		query, args = listUserSessions, []any{q.AppName, q.UserID, q.AfterSessionID}
	}
	if !q.UpdatedSince.IsZero() {
		query, args = query+" AND updated >= ?", append(args, micros(q.UpdatedSince))
	}
	if !q.UpdatedBefore.IsZero() {
		query, args = query+" AND updated < ?", append(args, micros(q.UpdatedBefore))
	}
	query += " ORDER BY user, session LIMIT 0 + ?"
	limit := int64(-1) // none
	if q.Limit > 0 {
		limit = int64(q.Limit)
	}
	l := &lister{conn: conn, app: q.AppName}
	err = st.eachPaced(ctx, conn, query, func(stmt *sqlite.Stmt) error {
		next := store.Listed{UserID: stmt.ColumnText(1), SessionID: stmt.ColumnText(2), Events: stmt.ColumnInt64(4)}
		if q.State {
			if next.Loaded, err = l.load(stmt.ColumnInt64(0), next.UserID); err != nil {
				return err
			}
		}
		next.Incarnation, next.LastUpdate = stmt.ColumnInt64(0), time.UnixMicro(stmt.ColumnInt64(3)).UTC()
		listed = append(listed, next)
		return nil
	}, append(args, limit)...)
	return listed, err
}

// lister reads the state of sessions, one user's after the other's.
type lister struct {
	conn *sqlite.Conn
	app  string

	appState, userState *store.Loaded // nil: not read yet
	user                string        // whose state that is
}

// load returns a session's state.
func (l *lister) load(id int64, user string) (loaded store.Loaded, err error) {
	if l.appState == nil {
		if l.appState, err = l.read(listSharedState, l.app, ""); err != nil {
			return loaded, err
		}
	}
	if l.userState == nil || l.user != user {
		if l.userState, err = l.read(listSharedState, l.app, user); err != nil {
			return loaded, err
		}
		l.user = user
	}
	own, err := l.read(listOwnState, id)
	if err != nil {
		return loaded, err
	}
	for scope, part := range []*store.Loaded{
		runtime.ScopeSession: own, runtime.ScopeUser: l.userState, runtime.ScopeApp: l.appState,
	} {
		loaded.State[scope] = part.State[scope]
		loaded.Damaged = append(loaded.Damaged, part.Damaged...)
	}
	return loaded, nil
}

// read returns the values that a statement finds.
func (l *lister) read(query string, args ...any) (*store.Loaded, error) {
	part := store.NewLoaded()
	return &part, each(l.conn, query, addValue(&part), args...)
}

var nextApps, nextUsers = nextNames("app", ""), nextNames("user", "app = ?3 AND ")

// nextNames finds one name after the other, each by a look into two indexes:
// however many rows have it, only the first is read. A blob, which is above all
// texts, says that there is none.
func nextNames(column, where string) string {
	after := func(name string) string {
		const least = "(SELECT coalesce(min(%[2]s), x'') FROM %[1]s WHERE %[3]s%[2]s > %[4]s)"
		return "min(" + fmt.Sprintf(least, "sessions", column, where, name) + ", " +
			fmt.Sprintf(least, "shared_state", column, where, name) + ")"
	}
	return `
		WITH RECURSIVE names (name) AS (
			SELECT ` + after("?1") + `
			UNION ALL
			SELECT ` + after("names.name") + ` FROM names WHERE typeof(name) = 'text'
		)
		SELECT name FROM names WHERE typeof(name) = 'text' LIMIT 0 + ?2`
}

// Names returns the names of apps or users: see store.Store.
func (st *database) Names(ctx context.Context, q store.NamesQuery) ([]string, error) {
	query, args := nextApps, []any{q.After, q.First}
	if q.AppName != "" {
		query, args = nextUsers, append(args, q.AppName)
	}
	names := []string{}
	err := st.readers.use(ctx, func(conn *sqlite.Conn) error {
		return st.eachPaced(ctx, conn, query, func(stmt *sqlite.Stmt) error {
			names = append(names, stmt.ColumnText(0))
			return nil
		}, args...)
	})
	return names, err
}
