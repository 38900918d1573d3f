package sqlite

import (
	"context"
	"fmt"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime/store"
)

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
