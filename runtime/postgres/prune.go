package postgres

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// lastUse is when a session was appended to last. Programs of earlier versions note
// only the latest timestamp of its events, which counts unless it lies in the future.
const lastUse = "greatest(touched, CASE WHEN updated <= now() THEN updated ELSE coalesce(touched, now()) END)"

const idle = lastUse + " <= now() - make_interval(secs => $1::float8)"

const findIdle = `
SELECT id, user_id, session_id, ` + idle + ` FROM stategen_sessions
WHERE app = $2 AND (user_id, session_id) > ($3, $4) AND session_id <> '' ORDER BY user_id, session_id LIMIT $5`

// expire removes the sessions $3 of the users $4 if they are idle still. Who appends at
// the same moment makes it look again.
const expire = `
WITH gone AS (
	` + bury + `WHERE id = ANY($3::bigint[]) AND app = $2 AND ` + idle + ` RETURNING id
), state AS (
	DELETE FROM stategen_state AS s USING unnest($3::bigint[], $4::text[]) AS w (id, user_id), gone
	WHERE s.app = $2 AND s.user_id = w.user_id AND s.session = w.id AND gone.id = w.id
)
SELECT count(*) FROM gone`

// Expire removes sessions that are idle: see store.Maintainer.
func (st *database) Expire(ctx context.Context, q store.ExpireQuery) (done store.Expired, err error) {
	var ids []int64
	var users []string
	var id int64
	var isIdle bool
	read := each(func() {
		done.Looked++
		if isIdle {
			ids, users = append(ids, id), append(users, done.LastUserID)
		}
	}, &id, &done.LastUserID, &done.LastSessionID, &isIdle)
	seconds := q.Idle.Seconds()
	err = st.try(ctx, func() error {
		done, ids, users = store.Expired{}, nil, nil
		return st.send(ctx, statement{sql: findIdle, args: []any{seconds, q.AppName, q.AfterUserID, q.AfterSessionID, q.Limit}, read: read})
	})
	if done.Removed = len(ids); err != nil || q.CountOnly || len(ids) == 0 {
		return done, err
	}
	err = st.try(ctx, func() error {
		args := []any{seconds, q.AppName, ids, users}
		return st.send(ctx, statement{sql: expire, args: args, read: each(func() {}, &done.Removed)})
	})
	return done, err
}

// Rewrite changes a session's history: see store.Maintainer.
func (st *database) Rewrite(ctx context.Context, q store.RewriteQuery, fn func([]*store.StoredEvent) (store.Rewritten, error)) error {
	return st.try(ctx, func() error {
		h, err := st.lock(ctx, lockRequest{session: q.Session, query: store.EventQuery{None: true}})
		if err != nil {
			return err
		}
		defer h.rollback(ctx)
		events, err := q.Events(func(some store.EventQuery) ([]*store.StoredEvent, error) {
			var l store.Loaded
			b := st.batch([]statement{loadStatement(q.Session, some, false, readInto(&l))})
			err := h.conn.SendBatch(ctx, b).Close()
			return l.Events, err
		})
		if err != nil {
			return err
		}
		r, err := fn(events)
		if err != nil {
			return err
		}
		return h.rewrite(ctx, r)
	})
}

const (
	putEvents = `
INSERT INTO stategen_events (session, seq, id, at, record)
SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::timestamptz[], $5::text[])
ON CONFLICT (session, seq) DO UPDATE SET at = excluded.at, record = excluded.record`
	removeEvents = "DELETE FROM stategen_events WHERE session = $1 AND seq BETWEEN $2 AND $3 AND seq <> 0"
)

// rewrite changes the events of the session that is locked, and commits.
func (h *locked) rewrite(ctx context.Context, r store.Rewritten) error {
	id := h.loaded.Incarnation
	var put groupWrite
	for _, e := range r.Put {
		record, err := e.MarshalJSON()
		if err != nil {
			return err
		}
		put.seqs, put.ids = append(put.seqs, e.Seq), append(put.ids, e.ID)
		put.times, put.records = append(put.times, e.Timestamp), append(put.records, string(record))
	}
	var statements []statement
	if len(put.seqs) > 0 {
		statements = append(statements, statement{sql: putEvents, args: []any{id, put.seqs, put.ids, put.times, put.records}})
	}
	if r.Remove > 0 {
		statements = append(statements, statement{sql: removeEvents, args: []any{id, store.SnapshotSeq(r.Remove), r.Remove}})
	}
	if len(statements) == 0 {
		return nil
	}
	b := h.st.batch(statements)
	b.Queue("commit")
	return h.conn.SendBatch(ctx, b).Close()
}

var _ store.Maintainer = (*database)(nil)
