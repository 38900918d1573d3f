package postgres

import (
	"context"
	"slices"
	"time"

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
	app      string
	hot      map[laneKey]bool                    // the lane's rows
	free     map[string]bool                     // users whose guard is held; the empty one is the app's
	sessions map[store.SessionKey]*joinedSession // that are locked
	values   map[stateRow]any                    // of sessions and rows that are locked; nil: unset since
	stored   map[eventName]bool                  // of the members' events
}

func newBatch(l *lane) *batch {
	b := &batch{
		app: l.keys[0].owner.AppName, hot: make(map[laneKey]bool), free: make(map[string]bool),
		sessions: make(map[store.SessionKey]*joinedSession), values: make(map[stateRow]any), stored: make(map[eventName]bool),
	}
	for _, key := range l.keys {
		b.hot[key] = true
	}
	return b
}

// joinedSession is a session's row, moved on by what is about to be appended.
type joinedSession struct {
	id, seq int64
	updated time.Time
}

type eventName struct {
	session store.SessionKey
	id      string
}

// appendBatch settles appends as far as possible.
func (st *database) appendBatch(l *lane, members []*waiting) {
	ctx, cancel := context.WithTimeout(context.Background(), longestWait)
	defer cancel()
	b := newBatch(l)
	if err := st.runBatch(ctx, b, members); err != nil {
		for _, w := range members {
			w.done, w.err = nil, nil
		}
	}
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
	return w.commit(ctx, st, conn, b.app)
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

	// joinSessions are the sessions $2, $3 of the app $1.
	joinSessions = `
	FROM unnest($2::text[], $3::text[], $4::text[]) AS w (user_id, session_id, id)
	JOIN stategen_sessions AS o ON o.app = $1 AND o.user_id = w.user_id AND o.session_id = w.session_id`

	lockSessions = `SELECT o.user_id, o.session_id, o.id, o.seq, o.updated` + joinSessions + ` FOR UPDATE OF o SKIP LOCKED`

	// readOwn reads keys of sessions that are locked.
	readOwn = `
SELECT s.user_id, s.session, s.key, s.value` + joinSessions + `
	JOIN stategen_state AS s ON s.app = $1 AND s.user_id = o.user_id AND s.session = o.id AND s.key = w.id`

	findEvents = `
SELECT w.user_id, w.session_id, w.id` + joinSessions + `
	JOIN stategen_events AS e ON e.session = o.id AND e.id = w.id`
)

// namesOf are names of sessions and of something in them as arrays, for unnest.
type namesOf struct{ users, sessions, ids []string }

func (n *namesOf) add(k store.SessionKey, id string) {
	n.users, n.sessions, n.ids = append(n.users, k.UserID), append(n.sessions, k.SessionID), append(n.ids, id)
}

// reads returns the statements that lock and read what the members need.
func (b *batch) reads(members []*waiting) []statement {
	var sessions, events, own namesOf
	var guarded []string
	shared, known := make(map[laneKey]bool), make(map[store.SessionKey]bool)
	for _, m := range members {
		k := m.a.Session
		if !known[k] {
			known[k] = true
			sessions.add(k, "")
		}
		if !m.a.NewID {
			events.add(k, m.a.Event.ID)
		}
		for _, c := range lockedKeys(m.a) {
			if c.scope == runtime.ScopeSession {
				own.add(k, c.key)
				continue
			}
			key := sharedKey(k, c.scope, c.key)
			shared[key] = true
			guarded = append(guarded, key.owner.UserID)
		}
	}
	slices.Sort(guarded)
	hot, other := b.split(shared)
	var statements []statement
	add := func(sql string, read func(pgx.Rows) error, names int, args ...any) {
		if names > 0 {
			statements = append(statements, statement{sql: sql, args: append([]any{b.app}, args...), read: read})
		}
	}
	add(lockSessions, b.readSessions(), len(members), sessions.users, sessions.sessions, sessions.ids)
	add(tryGuards, b.readGuards(), len(guarded), slices.Compact(guarded))
	add(lockShared, b.readValues(), len(hot.keys), hot.users, hot.keys)
	add(lockShared+" SKIP LOCKED", b.readValues(), len(other.keys), other.users, other.keys)
	add(readOwn, b.readValues(), len(own.ids), own.users, own.sessions, own.ids)
	add(findEvents, b.readEvents(), len(events.ids), events.users, events.sessions, events.ids)
	return statements
}

// split returns the rows to wait for, and the others.
func (b *batch) split(shared map[laneKey]bool) (hot, other rowColumns) {
	for key := range shared {
		row := stateRow{user: key.owner.UserID, key: key.key}
		if b.hot[key] {
			hot.add(row, "")
		} else {
			other.add(row, "")
		}
	}
	return hot, other
}

func (b *batch) readSessions() func(pgx.Rows) error {
	k, s := store.SessionKey{AppName: b.app}, joinedSession{}
	return each(func() {
		session := s
		b.sessions[k] = &session
	}, &k.UserID, &k.SessionID, &s.id, &s.seq, &s.updated)
}

func (b *batch) readGuards() func(pgx.Rows) error {
	var user string
	var free bool
	return each(func() { b.free[user] = free }, &user, &free)
}

func (b *batch) readValues() func(pgx.Rows) error {
	var row stateRow
	var text string
	return each(func() { b.values[row] = decodeValue(row.key, text) }, &row.user, &row.session, &row.key, &text)
}

func (b *batch) readEvents() func(pgx.Rows) error {
	e := eventName{session: store.SessionKey{AppName: b.app}}
	return each(func() { b.stored[e] = true }, &e.session.UserID, &e.session.SessionID, &e.id)
}

// settle finds out what an append comes to, if that can be done here.
func (b *batch) settle(w *groupWrite, m *waiting) {
	a := m.a
	event := eventName{a.Session, a.Event.ID}
	s := b.sessions[a.Session]
	if s == nil || a.Incarnation != 0 && a.Incarnation != s.id || b.stored[event] {
		return
	}
	current := make(map[string]any)
	for _, c := range lockedKeys(a) {
		row := s.row(a.Session, c)
		v, locked := b.values[row]
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
	done, err := w.add(s, a, writes)
	if err != nil {
		m.err = err
		return
	}
	m.done = done
	b.stored[event] = true
	for _, write := range writes {
		scope, _ := runtime.ParseKey(write.Key)
		b.values[s.row(a.Session, change{scope: scope, key: write.Key})] = write.Value
	}
}
