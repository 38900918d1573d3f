package postgres

import (
	"context"
	"slices"
	"strings"

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
	joined *joined
	hot    map[laneKey]bool // the lane's rows
	free   map[string]bool  // users whose guard is held; the empty one is the app's
	values map[stateRow]any // that are set, of rows that are locked
	locked map[stateRow]bool
}

// appendBatch settles appends as far as possible.
func (st *database) appendBatch(l *lane, members []*waiting) {
	ctx, cancel := context.WithTimeout(context.Background(), longestWait)
	defer cancel()
	stop := cancelWhenLeft(members, cancel)
	defer stop()
	b := &batch{
		joined: newJoined(l.keys[0].owner.AppName), hot: make(map[laneKey]bool), free: make(map[string]bool),
		values: make(map[stateRow]any), locked: make(map[stateRow]bool),
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
	w := newGroupWrite(b.joined)
	for _, m := range members {
		b.settle(w, m)
	}
	if len(w.ids) == 0 {
		return nil
	}
	for _, m := range members {
		m.shared = len(w.ids)
	}
	send = st.batch(w.statements(b.joined.app))
	send.Queue("commit")
	return conn.SendBatch(ctx, send).Close()
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

	// readOwn reads keys of sessions that are locked.
	readOwn = `
WITH wanted AS MATERIALIZED (
	SELECT o.user_id, o.id, w.key COLLATE "C" AS key FROM unnest($2::text[], $3::text[], $4::text[]) AS w (user_id, session_id, key)
	JOIN stategen_sessions AS o ON o.app = $1 AND o.user_id = w.user_id AND o.session_id = w.session_id
)
SELECT s.user_id, s.session, s.key, s.value
FROM wanted AS w JOIN stategen_state AS s ON s.user_id = w.user_id AND s.session = w.id AND s.key = w.key
WHERE s.app = $1`
)

// reads returns the statements that lock and read what the members need.
func (b *batch) reads(members []*waiting) []statement {
	app := b.joined.app
	var sessions, events, own eventColumns
	var guarded []string
	shared, known := make(map[laneKey]bool), make(map[store.SessionKey]bool)
	for _, m := range members {
		k := m.a.Session
		if !known[k] {
			known[k] = true
			sessions.add(eventName{k, ""})
		}
		if !m.a.NewID {
			events.add(eventName{k, m.a.Event.ID})
		}
		for _, key := range m.a.Keys() {
			if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeSession {
				own.add(eventName{k, key})
			}
		}
		for _, c := range lockedKeys(m.a) {
			if c.scope != runtime.ScopeSession {
				key := sharedKey(k, c.scope, c.key)
				shared[key] = true
				guarded = append(guarded, key.owner.UserID)
			}
		}
	}
	slices.Sort(guarded)
	hot, other := b.split(shared)
	statements := []statement{{sql: lockJoined, args: []any{app, sessions.users, sessions.sessions}, read: b.joined.readSessions}}
	add := func(sql string, read func(pgx.Rows) error, names int, args ...any) {
		if names > 0 {
			statements = append(statements, statement{sql: sql, args: append([]any{app}, args...), read: read})
		}
	}
	add(tryGuards, b.readGuards, len(guarded), slices.Compact(guarded))
	add(lockShared, b.readRows, len(hot.keys), hot.users, hot.keys)
	add(lockShared+" SKIP LOCKED", b.readRows, len(other.keys), other.users, other.keys)
	add(readOwn, b.readRows, len(own.ids), own.users, own.sessions, own.ids)
	add(findEvents, b.joined.readEvents, len(events.ids), events.users, events.sessions, events.ids)
	return statements
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

func (b *batch) readRows(rows pgx.Rows) error {
	var row stateRow
	var text string
	_, err := pgx.ForEachRow(rows, []any{&row.user, &row.session, &row.key, &text}, func() error {
		owned := row
		owned.key = strings.Clone(row.key)
		b.locked[owned] = true
		if text != unset {
			b.values[owned] = decodeValue(owned.key, text)
		}
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
		if c.scope != runtime.ScopeSession && !(b.locked[row] && b.free[row.user]) {
			return
		}
		if v, ok := b.values[row]; ok {
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
	done, err := w.add(a, writes)
	if err != nil {
		m.err = err
		return
	}
	m.done = done
	b.joined.stored[event] = true
	for _, write := range writes {
		scope, _ := runtime.ParseKey(write.Key)
		row := s.row(a.Session, change{scope: scope, key: write.Key})
		if b.values[row] = write.Value; write.Value == nil {
			delete(b.values, row)
		}
	}
}
