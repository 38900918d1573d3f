package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
)

// lockSession keeps all others from appending to a session or deleting it.
const lockSession = `
SELECT updated FROM stategen_sessions
WHERE app = $1 AND user_id = $2 AND session_id = $3 AND $4::bigint IN (0, id)
FOR UPDATE`

// lockKeys locks state rows in key order and returns their values. A key that
// isn't set gets a row too, so that nobody else sets it meanwhile.
const lockKeys = `
INSERT INTO stategen_state AS s (app, user_id, session, key, value)
SELECT $1, ` + ownerUser + `, ` + ownerSession + `, w.key, '` + unset + `'
FROM stategen_sessions AS o, unnest($4::smallint[], $5::text[]) AS w (scope, key)
WHERE o.app = $1 AND o.user_id = $2 AND o.session_id = $3
ORDER BY w.key COLLATE "C"
ON CONFLICT (app, user_id, session, key) DO UPDATE SET value = s.value
RETURNING key, value`

// held is what an append knows once it holds its locks.
type held struct {
	found   bool // the session
	updated time.Time
	current map[string]any       // by full key
	event   *runtime.StoredEvent // the stored one with the same ID, or nil
}

// appendLocked appends in a transaction that locks what it reads, so that Go
// can decide what to write.
func (st *store) appendLocked(ctx context.Context, a *runtime.Append, record string) (*runtime.Appended, error) {
	var h held
	keys := lockedKeys(a)
	b := &pgx.Batch{}
	b.BeginTx(pgx.TxOptions{IsoLevel: pgx.ReadCommitted}) // each statement sees what has been committed before it
	st.queue(b, h.statements(a, keys))
	results := st.pool.SendBatch(ctx, b)
	err := results.Close()
	tx := results.Tx()
	defer func() { _ = tx.Rollback(ctx) }() // does nothing after Commit; a connection on which it fails is closed
	switch {
	case err != nil:
		return nil, err
	case !h.found:
		return nil, runtime.ErrSessionNotFound
	case h.event != nil:
		return h.again(a)
	}
	return st.finish(ctx, tx, &h, a, record, keys)
}

// statements returns what takes the locks and reads under them.
func (h *held) statements(a *runtime.Append, keys []change) []statement {
	k, g := a.Session, guardsOf(keys)
	if a.NeedsAll() {
		g = wholeState(k)
	}
	scopes, names, _ := columns(keys)
	all := []statement{{lockSession, []any{k.AppName, k.UserID, k.SessionID, a.Incarnation}, h.readSession}}
	all = append(all, g.statements(k)...)
	return append(all,
		statement{lockKeys, []any{k.AppName, k.UserID, k.SessionID, scopes, names}, h.readKeys},
		loadStatement(k, runtime.EventQuery{ID: a.Event.ID, AfterSeq: -1}, a.NeedsAll(), h.readLoaded),
	)
}

// lockedKeys returns every key that the append reads or writes.
func lockedKeys(a *runtime.Append) []change {
	keys := a.Keys()
	for _, w := range a.Writes() {
		keys = append(keys, w.Key)
	}
	slices.Sort(keys)
	return locks(slices.Compact(keys))
}

func (h *held) readSession(rows pgx.Rows) error {
	for rows.Next() {
		h.found = true
		if err := rows.Scan(&h.updated); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (h *held) readKeys(rows pgx.Rows) error {
	h.current = make(map[string]any)
	var key, text string
	_, err := pgx.ForEachRow(rows, []any{&key, &text}, func() error {
		if text != unset {
			h.current[key] = decodeValue(key, []byte(text))
		}
		return nil
	})
	return err
}

func (h *held) readLoaded(rows pgx.Rows) error {
	r := reader{values: h.current}
	if err := r.read(rows); err != nil {
		return err
	}
	if len(r.events) > 0 {
		h.event = r.events[0]
	}
	return nil
}

// again answers an append whose event ID the history holds already.
func (h *held) again(a *runtime.Append) (*runtime.Appended, error) {
	if damage := h.event.Damage(); damage != nil {
		return nil, damage
	}
	if !a.Same(h.event) {
		return nil, runtime.ErrEventExists
	}
	done := &runtime.Appended{Seq: h.event.Seq, LastUpdate: h.updated.UTC()}
	for _, w := range a.Writes() {
		w.Value = h.current[w.Key]
		done.Writes = append(done.Writes, w)
	}
	return done, nil
}

// finish writes what the append comes to, and removes the rows that were only
// there to be locked.
func (st *store) finish(ctx context.Context, tx pgx.Tx, h *held, a *runtime.Append, record string, keys []change) (*runtime.Appended, error) {
	writes, err := a.Resolve(h.current)
	if err != nil {
		return nil, err
	}
	changes, err := plainChanges(writes)
	if err != nil {
		return nil, err
	}
	var answer appended
	statements := addStatements(appendSession, a, record, changes, &answer)[:1]
	statements = withSweep(statements, a.Session, keys)
	if err := tx.SendBatch(ctx, st.batch(statements)).Close(); err != nil {
		return nil, err
	}
	if err := tx.Commit(ctx); err != nil {
		return nil, err
	}
	return answer.result(changes), nil
}
