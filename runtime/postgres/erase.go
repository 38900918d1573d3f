package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// A session that was removed, but has many events, keeps its row, under a name that
// none can have, until its events have gone, some at a time: so no transaction is long.
// Its state goes at once. Programs of earlier versions don't see it either.

// sweepRows is how many rows are deleted in one transaction.
const sweepRows = 1000

// bury is what takes a session's row from all who look for it by name.
const bury = "UPDATE stategen_sessions SET app = '', user_id = '', session_id = id::text "

// Erase removes what belongs to a user, or to an app alone: see store.Maintainer. It
// takes locks in the order in which all do, and only then looks at what is to go.
func (st *database) Erase(ctx context.Context, appName, userID string) error {
	args := []any{appName, userID}
	g := guards{runtime.ScopeUser: exclusive}
	if userID == "" {
		g = guards{runtime.ScopeApp: exclusive}
	}
	return st.try(ctx, func() error {
		return st.send(ctx, statement{
			sql:  "SELECT FROM stategen_sessions WHERE app = $1 AND user_id = $2 ORDER BY id FOR UPDATE",
			args: args,
		}, statement{
			sql:  "WITH session AS (SELECT $1::text, $2::text, 'stategen_sessions'::regclass::oid AS tableoid) SELECT " + g.sql() + " FROM session",
			args: args,
		}, statement{
			sql: bury + "WHERE app = $1 AND user_id = $2", args: args,
		}, statement{
			sql: "DELETE FROM stategen_state WHERE app = $1 AND user_id = $2", args: args,
		})
	})
}

// asked is a session's row that a DeleteQuery names; ended says that it ends there, too.
const (
	asked = "app = $1 AND user_id = $2 AND session_id = $3 AND $4::bigint IN (0, id)"
	ended = asked + " AND ($4::bigint = 0 OR seq = $5::bigint)"
)

// Delete removes a session: see store.Store.
func (st *database) Delete(ctx context.Context, q store.DeleteQuery) error {
	k := q.Session
	args := []any{k.AppName, k.UserID, k.SessionID, q.Incarnation, q.Last}
	var big, wentOn bool
	err := st.try(ctx, func() error {
		big, wentOn = false, false
		// The first statement waits for appends that are under way, and the
		// others see what they have added.
		return st.send(ctx, statement{
			sql:  "SELECT $4::bigint <> 0 AND seq <> $5::bigint FROM stategen_sessions WHERE " + asked + " FOR UPDATE",
			args: args,
			read: each(func() {}, &wentOn),
		}, statement{
			sql: `
WITH gone AS (
	` + bury + "WHERE " + ended + ` AND seq >= $6 RETURNING id
), state AS (
	DELETE FROM stategen_state WHERE app = $1 AND user_id = $2 AND session = (SELECT id FROM gone)
)
SELECT true FROM gone`,
			args: append(args, sweepRows),
			read: each(func() {}, &big),
		}, statement{
			sql: `
WITH gone AS (
	DELETE FROM stategen_sessions WHERE ` + ended + ` RETURNING id
), events AS (
	DELETE FROM stategen_events WHERE session = (SELECT id FROM gone)
)
DELETE FROM stategen_state WHERE app = $1 AND user_id = $2 AND session = (SELECT id FROM gone)`,
			args: args,
		})
	})
	if err == nil && wentOn {
		return store.ErrSessionWentOn
	}
	for more := big; more && err == nil; {
		more, err = st.Sweep(ctx)
	}
	return err
}

// sweep deletes up to $1 events of buried sessions, and those of these sessions that
// have no more. Who sweeps at the same time takes others.
const sweep = `
WITH buried AS MATERIALIZED (
	SELECT id FROM stategen_sessions WHERE app = '' ORDER BY session_id LIMIT $1 FOR UPDATE SKIP LOCKED
), part AS MATERIALIZED (
	SELECT e.session, e.seq FROM buried, LATERAL (SELECT session, seq FROM stategen_events WHERE session = buried.id LIMIT $1) AS e LIMIT $1
), events AS (
	DELETE FROM stategen_events AS e USING part WHERE e.session = part.session AND e.seq = part.seq
), done AS (
	DELETE FROM stategen_sessions AS s USING buried WHERE s.id = buried.id AND (SELECT count(*) FROM part) < $1
)
SELECT EXISTS (SELECT FROM buried)`

// Sweep removes rows of buried sessions: see store.Maintainer.
func (st *database) Sweep(ctx context.Context) (more bool, err error) {
	err = st.try(ctx, func() error {
		return st.send(ctx, statement{sql: sweep, args: []any{sweepRows}, read: each(func() {}, &more)})
	})
	return more, err
}

// Compact removes what is left to be swept, and vacuums the tables: see
// store.Maintainer. Who doesn't own them leaves that to autovacuum: PostgreSQL only warns
// of it.
func (st *database) Compact(ctx context.Context, rewrite bool) error {
	for more, err := true, error(nil); more; {
		if more, err = st.Sweep(ctx); err != nil {
			return err
		}
	}
	vacuum := "VACUUM "
	if rewrite {
		vacuum = "VACUUM (FULL, ANALYZE) " // the planner's samples, too
	}
	var problems []error
	for _, table := range []string{"stategen_events", "stategen_state", "stategen_sessions"} {
		problems = append(problems, st.try(ctx, func() error {
			_, err := st.pool.Exec(ctx, st.home.text(vacuum+table), pgx.QueryExecModeSimpleProtocol)
			return err
		}))
	}
	return errors.Join(problems...)
}
