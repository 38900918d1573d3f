package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// List returns sessions: see store.Store.
func (st *database) List(ctx context.Context, q store.ListQuery) ([]store.Listed, error) {
	var l *lister
	err := st.try(ctx, func() error {
		l = &lister{own: make(map[int64]*store.Loaded), users: make(map[string]*store.Loaded)}
		return st.send(ctx, listStatement(q, l.read()))
	})
	if err != nil {
		return nil, err
	}
	return l.listed(q.State), nil
}

// listStatement reads sessions in one statement, which sees one moment: their own
// rows and, if asked for, the state of each, of their users and of the app. Each
// kind of row fills other columns. The planner is kept from reading all state of an
// app for a few sessions (LATERAL with OFFSET).
func listStatement(q store.ListQuery, read func(pgx.Rows) error) statement {
	s := statement{read: read, args: []any{q.AppName, q.AfterUserID, q.AfterSessionID}}
	which := "(user_id, session_id) > ($2, $3) AND session_id <> ''"
	if q.UserID != "" {
		s.args[1], which = q.UserID, "user_id = $2 AND session_id > $3"
	}
	which += s.within("updated", q.UpdatedSince, q.UpdatedBefore)
	s.sql = `
WITH page AS (
	SELECT id, user_id, session_id, updated, seq FROM stategen_sessions
	WHERE app = $1 AND ` + which + ` ORDER BY user_id, session_id` + s.limit(q.Limit) + `
)
SELECT id, user_id, session_id AS name, NULL AS value, updated, seq FROM page`
	if q.State {
		s.sql += `
UNION ALL SELECT o.id, NULL, s.key, s.value, NULL, NULL FROM page AS o, LATERAL (
	SELECT key, value FROM stategen_state WHERE app = $1 AND user_id = o.user_id AND session = o.id OFFSET 0) AS s
UNION ALL SELECT 0, o.user_id, s.key, s.value, NULL, NULL FROM (SELECT DISTINCT user_id FROM page) AS o, LATERAL (
	SELECT key, value FROM stategen_state WHERE app = $1 AND user_id = o.user_id AND session = 0 OFFSET 0) AS s
UNION ALL SELECT 0, '', key, value, NULL, NULL FROM stategen_state WHERE app = $1 AND user_id = '' AND session = 0`
	}
	return s
}

// within returns the conditions that bound a time; zero is no bound.
func (s *statement) within(column string, since, before time.Time) (sql string) {
	if !since.IsZero() {
		s.args = append(s.args, since)
		sql += fmt.Sprintf(" AND %s >= $%d", column, len(s.args))
	}
	if !before.IsZero() {
		s.args = append(s.args, before)
		sql += fmt.Sprintf(" AND %s < $%d", column, len(s.args))
	}
	return sql
}

// limit returns the clause for a limit: see maxPlannedLast.
func (s *statement) limit(n int) string {
	switch {
	case n <= 0:
		return ""
	case n <= maxPlannedLast:
		return fmt.Sprintf(" LIMIT %d", n)
	default:
		s.args = append(s.args, n)
		return fmt.Sprintf(" LIMIT $%d", len(s.args))
	}
}

// lister takes the rows of a listStatement.
type lister struct {
	rows  []store.Listed
	own   map[int64]*store.Loaded  // by session
	users map[string]*store.Loaded // by user, the app's by ""
}

func (l *lister) read() func(pgx.Rows) error {
	var id int64
	var user *string
	var name string
	var value pgtype.DriverBytes
	var updated *time.Time
	var seq *int64
	return each(func() {
		switch {
		case updated != nil:
			row := store.Listed{UserID: *user, SessionID: name, Events: *seq}
			row.Incarnation, row.LastUpdate = id, updated.UTC()
			l.rows = append(l.rows, row)
		case user != nil:
			addValue(partOf(l.users, *user), name, string(value))
		default:
			addValue(partOf(l.own, id), name, string(value))
		}
	}, &id, &user, &name, &value, &updated, &seq)
}

// listed returns the sessions, and their state if that was read.
func (l *lister) listed(state bool) []store.Listed {
	slices.SortFunc(l.rows, func(a, b store.Listed) int {
		return cmp.Or(cmp.Compare(a.UserID, b.UserID), cmp.Compare(a.SessionID, b.SessionID))
	})
	if !state {
		return l.rows
	}
	for i, row := range l.rows {
		for scope, part := range []*store.Loaded{
			runtime.ScopeSession: partOf(l.own, row.Incarnation),
			runtime.ScopeUser:    partOf(l.users, row.UserID),
			runtime.ScopeApp:     partOf(l.users, ""),
		} {
			l.rows[i].State[scope] = part.State[scope]
			l.rows[i].Damaged = append(l.rows[i].Damaged, part.Damaged...)
		}
	}
	return l.rows
}

// partOf returns the state of one scope.
func partOf[K comparable](all map[K]*store.Loaded, key K) *store.Loaded {
	part, ok := all[key]
	if !ok {
		empty := store.NewLoaded()
		part = &empty
		all[key] = part
	}
	return part
}

var nextApps, nextUsers = nextNames("app", ""), nextNames("user_id", "app = $3 AND ")

// nextNames finds one name after the other, each by a look into two indexes:
// however many rows have it, only the first is read.
func nextNames(column, where string) string {
	after := func(name string) string {
		const least = "(SELECT min(%[2]s) FROM %[1]s WHERE %[3]s%[2]s > %[4]s)"
		return "least(" + fmt.Sprintf(least, "stategen_sessions", column, where, name) + ", " +
			fmt.Sprintf(least, "stategen_state", column, where, name) + ")"
	}
	return `
WITH RECURSIVE names (name) AS (
	SELECT ` + after("$1") + `
	UNION ALL
	SELECT ` + after("names.name") + ` FROM names WHERE name IS NOT NULL
)
SELECT name FROM names WHERE name IS NOT NULL LIMIT $2`
}

// Names returns the names of apps or users: see store.Store.
func (st *database) Names(ctx context.Context, q store.NamesQuery) (names []string, err error) {
	s := statement{sql: nextApps, args: []any{q.After, q.First}}
	if q.AppName != "" {
		s.sql, s.args = nextUsers, append(s.args, q.AppName)
	}
	s.read = func(rows pgx.Rows) (err error) {
		names, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	}
	err = st.try(ctx, func() error { return st.send(ctx, s) })
	return names, err
}
