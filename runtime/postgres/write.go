package postgres

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// groupWrite is what several appends write in one transaction: each event, but each row
// only as it is in the end.
type groupWrite struct {
	sessions []*joinedSession
	rows     map[stateRow]string // the values as stored

	eventSessions, seqs []int64
	ids, records        []string
	times               []time.Time
}

// stateRow is the key of a row of state: of a session, of a user (session 0) or of an app
// (without a user, too).
type stateRow struct {
	user    string
	session int64
	key     string
}

// add adds an append that comes to certain writes, to a session that is locked, and
// returns its answer.
func (w *groupWrite) add(s *joinedSession, a *store.Append, writes []store.Write) (*store.Appended, error) {
	record, err := a.Event.MarshalJSON()
	if err != nil {
		return nil, err
	}
	changes, err := plainChanges(writes)
	if err != nil {
		return nil, err
	}
	if w.rows == nil {
		w.rows = make(map[stateRow]string)
	}
	for _, c := range changes {
		w.rows[s.row(a.Session, c)] = c.text
	}
	s.seq++
	if a.Event.Timestamp.After(s.updated) {
		s.updated = a.Event.Timestamp
	}
	if !slices.Contains(w.sessions, s) {
		w.sessions = append(w.sessions, s)
	}
	w.eventSessions, w.seqs = append(w.eventSessions, s.id), append(w.seqs, s.seq)
	w.ids, w.records, w.times = append(w.ids, a.Event.ID), append(w.records, string(record)), append(w.times, a.Event.Timestamp)
	return &store.Appended{Seq: s.seq, LastUpdate: s.updated.UTC(), Writes: writes}, nil
}

// row returns where a key of a session's is stored.
func (s *joinedSession) row(k store.SessionKey, c change) stateRow {
	switch c.scope {
	case runtime.ScopeApp:
		return stateRow{key: c.key}
	case runtime.ScopeUser:
		return stateRow{user: k.UserID, key: c.key}
	default:
		return stateRow{k.UserID, s.id, c.key}
	}
}

// commit writes and commits, in one round trip.
func (w *groupWrite) commit(ctx context.Context, st *database, conn *pgxpool.Conn, app string) error {
	b := st.batch(w.statements(app))
	b.Queue("commit")
	return conn.SendBatch(ctx, b).Close()
}

func (w *groupWrite) statements(app string) []statement {
	var ids, seqs []int64
	var times []time.Time
	for _, s := range w.sessions {
		ids, seqs, times = append(ids, s.id), append(seqs, s.seq), append(times, s.updated)
	}
	var set, gone rowColumns
	rows := slices.SortedFunc(maps.Keys(w.rows), func(a, b stateRow) int { // as all lock them
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.user, b.user))
	})
	for _, row := range rows {
		text := w.rows[row]
		if text == unset {
			gone.add(row, text)
		} else {
			set.add(row, text)
		}
	}
	statements := []statement{
		{sql: moveSessions, args: []any{ids, seqs, times}},
		{sql: addEvents, args: []any{w.eventSessions, w.seqs, w.ids, w.times, w.records}},
	}
	if len(set.keys) > 0 {
		statements = append(statements, statement{sql: setRows, args: []any{app, set.users, set.sessions, set.keys, set.texts}})
	}
	if len(gone.keys) > 0 {
		statements = append(statements, statement{sql: removeRows, args: []any{app, gone.users, gone.sessions, gone.keys}})
	}
	return statements
}

const (
	moveSessions = `
UPDATE stategen_sessions AS o SET seq = w.seq, updated = w.updated, touched = now()
FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) AS w (id, seq, updated) WHERE o.id = w.id`
	addEvents = `
INSERT INTO stategen_events (session, seq, id, at, record)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[])`
	setRows = `
INSERT INTO stategen_state (app, user_id, session, key, value)
SELECT $1, w.* FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[]) AS w
ON CONFLICT (app, user_id, session, key) DO UPDATE SET value = excluded.value`
	removeRows = `
DELETE FROM stategen_state AS s
USING unnest($2::text[], $3::bigint[], $4::text[]) AS w (user_id, session, key)
WHERE s.app = $1 AND s.user_id = w.user_id AND s.session = w.session AND s.key = w.key`
)

// rowColumns are state rows as arrays, for unnest.
type rowColumns struct {
	users       []string
	sessions    []int64
	keys, texts []string
}

func (c *rowColumns) add(row stateRow, text string) {
	c.users, c.sessions = append(c.users, row.user), append(c.sessions, row.session)
	c.keys, c.texts = append(c.keys, row.key), append(c.texts, text)
}
