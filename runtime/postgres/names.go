package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime/store"
)

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
