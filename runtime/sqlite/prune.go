package sqlite

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// lastUse is when a session was appended to last, given the present moment ?1, in
// microseconds. Programs of earlier versions note only the latest timestamp of its
// events, which counts unless it lies in the future.
const lastUse = "max(coalesce(touched, 0), CASE WHEN updated <= ?1 THEN updated ELSE coalesce(touched, ?1) END)"

const expireSessions = `SELECT id, user, session, ` + lastUse + ` <= ?2 FROM sessions
	WHERE app = ?3 AND (user, session) > (?4, ?5) AND session <> '' ORDER BY user, session LIMIT 0 + ?6`

// Expire removes sessions that are idle: see store.Maintainer.
func (st *database) Expire(ctx context.Context, q store.ExpireQuery) (done store.Expired, err error) {
	now := time.Now()
	limit := micros(now.Add(-q.Idle))
	var idle []int64
	err = st.readers.use(ctx, func(conn *sqlite.Conn) error {
		return each(conn, expireSessions, func(stmt *sqlite.Stmt) error {
			done.Looked++
			done.LastUserID, done.LastSessionID = stmt.ColumnText(1), stmt.ColumnText(2)
			if stmt.ColumnInt(3) != 0 {
				idle = append(idle, stmt.ColumnInt64(0))
			}
			return nil
		}, micros(now), limit, q.AppName, q.AfterUserID, q.AfterSessionID, q.Limit)
	})
	if done.Removed = len(idle); err == nil && !q.CountOnly {
		done.Removed, err = st.expire(ctx, now, limit, idle)
	}
	return done, err
}

// expire removes those of the sessions that are idle still, some at a time.
func (st *database) expire(ctx context.Context, now time.Time, limit int64, idle []int64) (removed int, err error) {
	for len(idle) > 0 {
		began, done, changed := time.Now(), 0, 0
		err := st.write(ctx, func(conn *sqlite.Conn) error {
			for until := time.Now().Add(stepTime); done < len(idle) && time.Now().Before(until); done++ {
				if err := run(conn, bury+"WHERE id = ?3 AND app <> '' AND "+lastUse+" <= ?2", micros(now), limit, idle[done]); err != nil {
					return err
				}
				changed += conn.Changes()
			}
			return nil
		})
		if err != nil {
			return removed, err
		}
		removed, idle = removed+changed, idle[done:]
		if len(idle) > 0 {
			if err := rest(ctx, began); err != nil {
				return removed, err
			}
		}
	}
	return removed, nil
}

// Rewrite changes a session's history: see store.Maintainer.
func (st *database) Rewrite(ctx context.Context, q store.RewriteQuery, fn func([]*store.StoredEvent) (store.Rewritten, error)) error {
	return st.write(ctx, func(conn *sqlite.Conn) error {
		s, err := find(conn, q.Session, 0)
		if err != nil {
			return err
		}
		events, err := q.Events(func(some store.EventQuery) ([]*store.StoredEvent, error) {
			l, err := load(conn, q.Session, some, false)
			return l.Events, err
		})
		if err != nil {
			return err
		}
		r, err := fn(events)
		if err != nil {
			return err
		}
		return s.rewrite(conn, r)
	})
}

func (s *row) rewrite(conn *sqlite.Conn, r store.Rewritten) error {
	for _, e := range r.Put {
		record, err := e.MarshalJSON()
		if err != nil {
			return err
		}
		if err := run(conn, `INSERT INTO events (session, seq, id, time, record) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (session, seq) DO UPDATE SET time = excluded.time, record = excluded.record`,
			s.id, e.Seq, e.ID, micros(e.Timestamp), string(record)); err != nil {
			return err
		}
	}
	if r.Remove == 0 {
		return nil
	}
	return run(conn, "DELETE FROM events WHERE session = ? AND seq BETWEEN ? AND ? AND seq <> 0", s.id, store.SnapshotSeq(r.Remove), r.Remove)
}
