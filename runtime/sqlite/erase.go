package sqlite

import (
	"context"
	"errors"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// A session that was removed, but has many events, keeps its row, under a name that
// none can have, until its events have gone, some at a time: so nobody has to wait for
// all of them to be deleted. Programs of earlier versions don't see it either.

// A step of what is done beside others is a transaction that ends after stepTime, or a
// little later, since how long a row takes depends on where it is.
const stepTime = 5 * time.Millisecond

// sweepRows is how many rows are deleted in one transaction at most, and sweepAtOnce
// between two looks at the time.
const (
	sweepRows   = 500
	sweepAtOnce = 50
)

// bury is what takes a session's row from all who look for it by name.
const bury = "UPDATE sessions SET app = '', user = '', session = id "

// Erase removes what belongs to a user, or to an app alone: see store.Maintainer.
func (st *database) Erase(ctx context.Context, appName, userID string) error {
	return st.writeWhenFull(ctx, func(conn *sqlite.Conn) error {
		if err := run(conn, bury+"WHERE app = ? AND user = ?", appName, userID); err != nil {
			return err
		}
		return run(conn, "DELETE FROM shared_state WHERE app = ? AND user = ?", appName, userID)
	})
}

// Delete removes a session: see store.Store.
func (st *database) Delete(ctx context.Context, q store.DeleteQuery) error {
	all := false
	err := st.write(ctx, func(conn *sqlite.Conn) error {
		s, err := find(conn, q.Session, q.Incarnation)
		if err != nil {
			return ignoreNotFound(err)
		}
		if q.WentOn(s.seq) {
			return store.ErrSessionWentOn
		}
		if all = s.seq < sweepRows; all {
			return s.remove(conn)
		}
		return run(conn, bury+"WHERE id = ?", s.id)
	})
	if err != nil || all {
		return err
	}
	return st.sweepAll(ctx)
}

// sweepAll sweeps until nothing is left.
func (st *database) sweepAll(ctx context.Context) error {
	for {
		began := time.Now()
		more, err := st.Sweep(ctx)
		if err != nil || !more {
			return err
		}
		if err := rest(ctx, began); err != nil {
			return err
		}
	}
}

// rest waits as long as the step took that has just ended, so that the writers of other
// processes, who have to try again and again to get the file's lock, get half of the time.
func rest(ctx context.Context, began time.Time) error { return pause(ctx, time.Since(began)) }

// remove removes a session with all that it has.
func (s *row) remove(conn *sqlite.Conn) error {
	for _, query := range []string{
		"DELETE FROM events WHERE session = ?",
		"DELETE FROM session_state WHERE session = ?",
		"DELETE FROM sessions WHERE id = ?",
	} {
		if err := run(conn, query, s.id); err != nil {
			return err
		}
	}
	return nil
}

// Sweep removes rows of buried sessions: see store.Maintainer.
func (st *database) Sweep(ctx context.Context) (more bool, err error) {
	if id, err := st.buried(ctx); err != nil || id == 0 {
		return false, err
	}
	err = st.writeWhenFull(ctx, func(conn *sqlite.Conn) error {
		began := time.Now()
		for left := sweepRows; left > 0 && time.Since(began) < stepTime; {
			id, err := firstBuried(conn)
			if err != nil || id == 0 {
				return err
			}
			removed, err := sweep(conn, id, min(left, sweepAtOnce))
			if err != nil {
				return err
			}
			left -= 1 + removed
		}
		more = true
		return nil
	})
	return more, err
}

// sweep removes some of a session's events and, once there are none, the session.
func sweep(conn *sqlite.Conn, id int64, most int) (removed int, err error) {
	err = run(conn, `DELETE FROM events WHERE session = ?1
		AND seq IN (SELECT seq FROM events WHERE session = ?1 ORDER BY seq LIMIT 0 + ?2)`, id, most)
	if removed = conn.Changes(); err != nil || removed == most {
		return removed, err
	}
	return removed, (&row{id: id}).remove(conn)
}

// buried returns a session that is to be swept; 0: none.
func (st *database) buried(ctx context.Context) (id int64, err error) {
	err = st.readers.use(ctx, func(conn *sqlite.Conn) error {
		id, err = firstBuried(conn)
		return err
	})
	return id, err
}

func firstBuried(conn *sqlite.Conn) (id int64, err error) {
	err = each(conn, "SELECT id FROM sessions WHERE app = '' LIMIT 1", func(stmt *sqlite.Stmt) error {
		id = stmt.ColumnInt64(0)
		return nil
	})
	return id, err
}

// writeWhenFull is write that, on a full disk, empties the write-ahead log and tries once
// more: it is what makes room that may need some first.
func (st *database) writeWhenFull(ctx context.Context, fn func(*sqlite.Conn) error) error {
	err := st.write(ctx, fn)
	if sqlite.ErrCode(err).ToPrimary() != sqlite.ResultFull {
		return err
	}
	if failed := st.truncateLog(ctx); failed != nil {
		return errors.Join(err, failed)
	}
	return st.write(ctx, fn)
}
