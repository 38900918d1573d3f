package postgres

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// lockSession takes locks in the order in which every transaction takes them: of the
// session, which keeps all others from appending to it or deleting it; and of the
// guards, the %[1]s and %[2]s. Those of state rows follow.
const lockSession = `
WITH session AS MATERIALIZED (
	SELECT id, seq, updated, tableoid FROM stategen_sessions
	WHERE app = $1 AND user_id = $2 AND session_id = $3 AND $4::bigint IN (0, id)
	FOR UPDATE
)%[1]s
SELECT session.id, session.seq, session.updated FROM session%[2]s`

// lockKeys locks state rows in key order and returns their values as they are once
// they are locked. It must be a statement of its own: only then it sees the rows that the
// locks before it keep. Of a key that has no row it returns nothing: an exclusive guard
// keeps others from setting it, or the session's lock. What the rows are to be comes
// first, all of it: then each is one look into the index.
const lockKeys = `
WITH wanted AS MATERIALIZED (
	SELECT ` + ownerUser + ` AS user_id, ` + ownerSession + ` AS session, w.key COLLATE "C" AS key
	FROM stategen_sessions AS o, unnest($5::smallint[], $6::text[]) AS w (scope, key)
	WHERE o.app = $1 AND o.user_id = $2 AND o.session_id = $3 AND $4::bigint IN (0, o.id)
)
SELECT s.key, s.value
FROM wanted AS w JOIN stategen_state AS s ON s.user_id = w.user_id AND s.session = w.session AND s.key = w.key
WHERE s.app = $1
ORDER BY s.key
FOR UPDATE OF s`

// lockStatements take the locks for a request and read what they keep.
func (h *locked) lockStatements(g guards) []statement {
	r := h.request
	with, from := g.clauses()
	args := []any{r.session.AppName, r.session.UserID, r.session.SessionID, r.incarnation}
	statements := []statement{{
		sql: fmt.Sprintf(lockSession, with, from), args: args,
		read: each(func() {}, &h.session.id, &h.session.seq, &h.session.updated),
	}}
	if len(r.keys) > 0 {
		scopes, names, _ := columns(r.keys)
		var key, text string
		statements = append(statements, statement{
			sql: lockKeys, args: append(args[:4:4], scopes, names),
			read: each(func() { addValue(&h.loaded, key, text) }, &key, &text),
		})
	}
	return append(statements, loadStatement(r.session, r.query, r.state, readInto(&h.loaded)))
}

// appendLocked appends in a transaction that locks what it reads, so that Go
// can decide what to write.
func (st *database) appendLocked(ctx context.Context, a *store.Append) (*store.Appended, error) {
	h, err := st.lock(ctx, lockRequest{
		session: a.Session, incarnation: a.Incarnation,
		keys: lockedKeys(a), all: a.NeedsAll(), state: a.NeedsAll(),
		query: store.EventQuery{ID: a.Event.ID, AfterSeq: -1},
	})
	if err != nil {
		return nil, err
	}
	defer h.rollback(ctx)
	return h.append(ctx, a)
}

// lockRequest says what a transaction locks and reads.
type lockRequest struct {
	session     store.SessionKey
	incarnation int64
	keys        []change         // to lock, in order
	all         bool             // lock all other keys, too
	state       bool             // read the whole state, and not of keys alone
	query       store.EventQuery // the events to read
}

// locked is a transaction under way, with what it has read under its locks.
type locked struct {
	st      *database
	conn    *pgxpool.Conn
	request lockRequest

	session joinedSession  // its ID is 0 if it isn't there
	current map[string]any // by full key
	loaded  store.Loaded   // the session and its events
}

// lock begins a transaction, takes its locks and reads under them, in one round trip;
// or in two more if a shared key isn't set, which takes an exclusive guard.
func (st *database) lock(ctx context.Context, r lockRequest) (*locked, error) {
	g := guardsOf(r.keys)
	if r.all {
		g = wholeState(r.session)
	}
	for {
		h, err := st.lockWith(ctx, r, g)
		if err != nil {
			return nil, err
		}
		needed := h.guardsOfUnset(g)
		if needed == g {
			return h, nil
		}
		h.rollback(ctx) // another guard beside the locks on rows would break the order
		g = needed
	}
}

// guardsOfUnset returns guards with which nobody sets a key meanwhile that isn't set.
func (h *locked) guardsOfUnset(g guards) guards {
	for _, c := range h.request.keys {
		if _, set := h.current[c.key]; !set && c.scope != runtime.ScopeSession {
			g[c.scope] = exclusive
		}
	}
	return g
}

func (st *database) lockWith(ctx context.Context, r lockRequest, g guards) (*locked, error) {
	conn, err := st.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	h := &locked{st: st, conn: conn, request: r, loaded: store.NewLoaded()}
	b := &pgx.Batch{}
	b.Queue("begin isolation level read committed") // each statement sees what has been committed before it
	st.queue(b, h.lockStatements(g))
	if err = conn.SendBatch(ctx, b).Close(); err == nil && h.session.id == 0 {
		err = runtime.ErrSessionNotFound
	}
	if err != nil {
		h.rollback(ctx)
		return nil, err
	}
	h.current = h.loaded.Values()
	return h, nil
}

// rollback ends the transaction, if it is still under way. A connection on which
// that fails is closed.
func (h *locked) rollback(ctx context.Context) {
	if h.conn.Conn().PgConn().TxStatus() != 'I' {
		_, _ = h.conn.Exec(ctx, "rollback")
	}
	h.conn.Release()
}

// lockedKeys returns every key that the append reads or writes.
func lockedKeys(a *store.Append) []change {
	keys := a.Keys()
	for _, w := range a.Writes() {
		keys = append(keys, w.Key)
	}
	slices.Sort(keys)
	return locks(slices.Compact(keys))
}

// append appends an event in the transaction and commits that.
func (h *locked) append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	if len(h.loaded.Events) > 0 {
		return a.Repeat(h.loaded.Events[0], h.session.updated.UTC(), h.current)
	}
	writes, err := a.Resolve(h.current)
	if err != nil {
		return nil, err
	}
	if a.KeepResolved() {
		a.SetResolved(writes)
	}
	var w groupWrite
	done, err := w.add(&h.session, a, writes)
	if err != nil {
		return nil, err
	}
	return done, w.commit(ctx, h.st, h.conn, a.Session.AppName)
}
