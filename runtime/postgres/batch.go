package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// batch is a transaction for several appends to one app: it locks and reads what all of
// them need, in one round trip, decides in Go what each comes to, one after the other,
// and writes that in a second one, each row only as it is in the end.
//
// It waits for nothing but the rows of its lane. Whoever needs something else that
// others have locked, or a shared key that isn't set, or has another reason to be
// treated apart, is left out and goes on alone; and so do all if the transaction fails,
// since each append is idempotent. Nobody learns anything before the commit, not even
// that his append was refused: what refused it may be an append before it.
type batch struct {
	joined *joined          // its values are those of rows that are locked; nil: unset since
	hot    map[laneKey]bool // the lane's rows
	free   map[string]bool  // users whose guard is held; the empty one is the app's
}

// appendBatch settles appends as far as possible.
func (st *database) appendBatch(l *lane, members []*waiting) {
	ctx, cancel := context.WithTimeout(context.Background(), longestWait)
	defer cancel()
	stop := cancelWhenLeft(members, cancel)
	defer stop()
	b := &batch{
		joined: newJoined(l.keys[0].owner.AppName), hot: make(map[laneKey]bool), free: make(map[string]bool),
	}
	for _, key := range l.keys {
		b.hot[key] = true
	}
	if err := st.runBatch(ctx, b, members); err != nil {
		for _, w := range members {
			w.done, w.err = nil, nil
		}
	}
}

// cancelWhenLeft calls cancel when no caller waits any more.
func cancelWhenLeft(members []*waiting, cancel func()) (stop func()) {
	ended := make(chan struct{})
	go func() {
		for _, w := range members {
			select {
			case <-w.left:
			case <-ended:
				return
			}
		}
		cancel()
	}()
	return func() { close(ended) }
}

func (st *database) runBatch(ctx context.Context, b *batch, members []*waiting) error {
	conn, err := st.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	h := &locked{st: st, conn: conn}
	defer func() { h.rollback(ctx) }()
	send := &pgx.Batch{}
	send.Queue("begin isolation level read committed") // each statement sees what was committed before it
	st.queue(send, b.reads(members))
	if err := conn.SendBatch(ctx, send).Close(); err != nil {
		return err
	}
	var w groupWrite
	for _, m := range members {
		b.settle(&w, m)
	}
	if len(w.ids) == 0 {
		return nil
	}
	for _, m := range members {
		m.shared = len(w.ids)
	}
	return w.commit(ctx, st, conn, b.joined.app)
}

const (
	// tryGuards takes the guards of users and, for the empty name, the app's: see guards.
	tryGuards = `
SELECT w.user_id, pg_try_advisory_xact_lock_shared(CASE WHEN w.user_id = '' THEN a.lock ELSE hashtextextended(w.user_id, a.lock) END)
FROM unnest($2::text[]) AS w (user_id),
	(SELECT hashtextextended($1::text, 'stategen_sessions'::regclass::oid::bigint) AS lock) AS a`

	// lockShared locks rows in the order in which every transaction does.
	lockShared = `
WITH wanted AS MATERIALIZED (
	SELECT w.user_id COLLATE "C" AS user_id, w.key COLLATE "C" AS key FROM unnest($2::text[], $3::text[]) AS w (user_id, key)
)
SELECT s.user_id, 0, s.key, s.value
FROM wanted AS w JOIN stategen_state AS s ON s.user_id = w.user_id AND s.session = 0 AND s.key = w.key
WHERE s.app = $1
ORDER BY s.key, s.user_id
FOR UPDATE OF s`
)

// reads returns the statements that lock and read what the members need.
func (b *batch) reads(members []*waiting) []statement {
	var requests []store.HoldRequest
	var guarded []string
	shared := make(map[laneKey]bool)
	for _, m := range members {
		k := m.a.Session
		q := store.EventQuery{None: m.a.NewID, ID: m.a.Event.ID, Keys: []string{}}
		for _, c := range lockedKeys(m.a) {
			if c.scope == runtime.ScopeSession {
				q.Keys = append(q.Keys, c.key)
				continue
			}
			key := sharedKey(k, c.scope, c.key)
			shared[key] = true
			guarded = append(guarded, key.owner.UserID)
		}
		requests = append(requests, store.HoldRequest{Session: k, Query: q})
	}
	slices.Sort(guarded)
	hot, other := b.split(shared)
	own := b.joined.statements(requests)
	statements := own[:1:1]
	add := func(sql string, read func(pgx.Rows) error, names int, args ...any) {
		if names > 0 {
			statements = append(statements, statement{sql: sql, args: append([]any{b.joined.app}, args...), read: read})
		}
	}
	add(tryGuards, b.readGuards, len(guarded), slices.Compact(guarded))
	add(lockShared, b.joined.readValues, len(hot.keys), hot.users, hot.keys)
	add(lockShared+" SKIP LOCKED", b.joined.readValues, len(other.keys), other.users, other.keys)
	return append(statements, own[1:]...)
}

// split returns the rows to wait for, and the others.
func (b *batch) split(shared map[laneKey]bool) (hot, other rowColumns) {
	for key := range shared {
		row := stateRow{rowOwner{user: key.owner.UserID}, key.key}
		if b.hot[key] {
			hot.add(row, "")
		} else {
			other.add(row, "")
		}
	}
	return hot, other
}

func (b *batch) readGuards(rows pgx.Rows) error {
	var user string
	var free bool
	_, err := pgx.ForEachRow(rows, []any{&user, &free}, func() error {
		b.free[user] = free
		return nil
	})
	return err
}

// settle finds out what an append comes to, if that can be done here.
func (b *batch) settle(w *groupWrite, m *waiting) {
	a := m.a
	event := eventName{a.Session, a.Event.ID}
	s := b.joined.sessions[a.Session]
	if s == nil || a.Incarnation != 0 && a.Incarnation != s.id || b.joined.stored[event] {
		return
	}
	current := make(map[string]any)
	for _, c := range lockedKeys(a) {
		row := s.row(a.Session, c)
		_, name := runtime.ParseKey(c.key)
		v, locked := b.joined.values[row.rowOwner][name]
		if c.scope != runtime.ScopeSession && !(locked && b.free[row.user]) {
			return
		}
		if v != nil {
			current[c.key] = v
		}
	}
	writes, err := a.Resolve(current)
	if err != nil {
		m.err = err
		return
	}
	if a.KeepResolved() {
		a.SetResolved(writes)
	}
	done, err := w.add(s, store.ResolvedAppend{Append: a, Resolved: writes})
	if err != nil {
		m.err = err
		return
	}
	m.done = done
	b.joined.stored[event] = true
	for _, write := range writes {
		scope, _ := runtime.ParseKey(write.Key)
		b.joined.put(s.row(a.Session, change{scope: scope, key: write.Key}), write.Value)
	}
}
