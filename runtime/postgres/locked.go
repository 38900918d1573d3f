package postgres

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// lockRows takes locks in the order in which every transaction takes them: of the
// session, which keeps all others from appending to it or deleting it; of the
// guards, the %[1]s and %[2]s; and, the %[3]s, of state rows.
const lockRows = `
WITH session AS MATERIALIZED (
	SELECT id, updated, tableoid FROM stategen_sessions
	WHERE app = $1 AND user_id = $2 AND session_id = $3 AND $4::bigint IN (0, id)
	FOR UPDATE
)%[1]s, keys AS (%[3]s)
SELECT session.updated, keys.key, keys.value FROM session%[2]s LEFT JOIN keys ON true`

// lockKeys locks state rows in key order and returns their values as they are once
// they are locked. Of a key that has no row it returns nothing, and others may set
// it. What the rows are to be comes first, all of it: then each is one look into the
// index. The %s is the guards'.
const lockKeys = `
	WITH wanted AS MATERIALIZED (
		SELECT ` + ownerUser + ` AS user_id, ` + ownerSession + ` AS session, w.key COLLATE "C" AS key
		FROM session AS o%s, unnest($5::smallint[], $6::text[]) AS w (scope, key)
	)
	SELECT s.key, s.value
	FROM wanted AS w JOIN stategen_state AS s ON s.user_id = w.user_id AND s.session = w.session AND s.key = w.key
	WHERE s.app = $1
	ORDER BY s.key
	FOR UPDATE OF s
`

// claimKeys is lockKeys that gives a key that isn't set a row too, so that nobody
// else sets it meanwhile. It writes every row anew.
const claimKeys = `
	INSERT INTO stategen_state AS s (app, user_id, session, key, value)
	SELECT $1, ` + ownerUser + `, ` + ownerSession + `, w.key, '` + unset + `'
	FROM session AS o%s, unnest($5::smallint[], $6::text[]) AS w (scope, key)
	ORDER BY w.key COLLATE "C"
	ON CONFLICT (app, user_id, session, key) DO UPDATE SET value = s.value
	RETURNING key, value
`

// lockStatement takes the locks for a request and reads the keys among them.
func lockStatement(r lockRequest, read func(pgx.Rows) error) statement {
	k, g := r.session, guardsOf(r.keys)
	if r.all {
		g = wholeState(k)
	}
	with, from := g.clauses()
	s := statement{args: []any{k.AppName, k.UserID, k.SessionID, r.incarnation}, read: read}
	keys := "SELECT NULL AS key, NULL AS value"
	if len(r.keys) > 0 {
		scopes, names, _ := columns(r.keys)
		s.args = append(s.args, scopes, names)
		keys = fmt.Sprintf(lockKeys, from)
		if r.claim {
			keys = fmt.Sprintf(claimKeys, from)
		}
	}
	s.sql = fmt.Sprintf(lockRows, with, from, keys)
	return s
}

// appendLocked appends in a transaction that locks what it reads, so that Go
// can decide what to write.
func (st *database) appendLocked(ctx context.Context, a *store.Append, record string) (*store.Appended, error) {
	h, err := st.lock(ctx, lockRequest{
		session: a.Session, incarnation: a.Incarnation,
		keys: lockedKeys(a), all: a.NeedsAll(), state: a.NeedsAll(),
		query: store.EventQuery{ID: a.Event.ID, AfterSeq: -1},
	})
	if err != nil {
		return nil, err
	}
	defer h.rollback(ctx)
	return h.append(ctx, a, record)
}

// lockRequest says what a transaction locks and reads.
type lockRequest struct {
	session     store.SessionKey
	incarnation int64
	keys        []change         // to lock, in order
	claim       bool             // lock those among them that aren't set, too
	all         bool             // lock all other keys, too
	state       bool             // read the whole state, and not of keys alone
	query       store.EventQuery // the events to read
}

// locked is a transaction under way, with what it has read under its locks.
type locked struct {
	st      *database
	conn    *pgxpool.Conn
	request lockRequest

	found   bool // the session
	rows    int  // of keys that are locked
	updated time.Time
	current map[string]any // by full key
	loaded  store.Loaded   // the session and its events
}

// lock begins a transaction, takes its locks and reads under them, in one round
// trip, or in three if one of the keys isn't set.
func (st *database) lock(ctx context.Context, r lockRequest) (*locked, error) {
	h, err := st.lockOnce(ctx, r)
	if err != nil || h.rows == len(r.keys) {
		return h, err
	}
	// Claiming keys beside the locks on others would break the order.
	h.rollback(ctx)
	r.claim = true
	return st.lockOnce(ctx, r)
}

func (st *database) lockOnce(ctx context.Context, r lockRequest) (*locked, error) {
	conn, err := st.pool.Acquire(ctx)
	if err != nil {
		return nil, err
	}
	h := &locked{st: st, conn: conn, request: r, loaded: store.NewLoaded()}
	b := &pgx.Batch{}
	b.Queue("begin isolation level read committed") // each statement sees what has been committed before it
	st.queue(b, []statement{lockStatement(r, h.readLocked), loadStatement(r.session, r.query, r.state, readInto(&h.loaded))})
	if err = conn.SendBatch(ctx, b).Close(); err == nil && !h.found {
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

func (h *locked) readLocked(rows pgx.Rows) error {
	var key, text *string
	_, err := pgx.ForEachRow(rows, []any{&h.updated, &key, &text}, func() error {
		h.found = true
		if key != nil {
			h.rows++
			addValue(&h.loaded, *key, *text)
		}
		return nil
	})
	return err
}

// append appends an event in the transaction and commits that.
func (h *locked) append(ctx context.Context, a *store.Append, record string) (*store.Appended, error) {
	if len(h.loaded.Events) > 0 {
		return a.Repeat(h.loaded.Events[0], h.updated.UTC(), h.current)
	}
	writes, err := a.Resolve(h.current)
	if err != nil {
		return nil, err
	}
	changes, err := plainChanges(writes)
	if err != nil {
		return nil, err
	}
	if a.KeepResolved() {
		a.SetResolved(writes)
		text, err := a.Event.MarshalJSON()
		if err != nil {
			return nil, err
		}
		record = string(text)
	}
	return h.commit(ctx, a, record, changes)
}

// leftUnset returns the changes after which a key's row stays without a value: it
// was unset, or was not set when its row was locked.
func (h *locked) leftUnset(changes []change) []change {
	left := unsets(changes)
	written := make(map[string]bool, len(changes))
	for _, c := range changes {
		written[c.key] = true
	}
	for _, c := range h.request.keys {
		if _, ok := h.current[c.key]; !ok && !written[c.key] {
			left = append(left, c)
		}
	}
	sortByKey(left)
	return left
}

// commit writes what the append comes to, removes the rows that were only there
// to be locked, and commits, in one round trip.
func (h *locked) commit(ctx context.Context, a *store.Append, record string, changes []change) (*store.Appended, error) {
	var answer appended
	statements := addStatements(appendSession, a, record, changes, &answer)[:1]
	statements = withSweep(statements, a.Session, h.leftUnset(changes))
	b := h.st.batch(statements)
	b.Queue("commit")
	if err := h.conn.SendBatch(ctx, b).Close(); err != nil {
		return nil, err
	}
	return answer.result(changes), nil
}
