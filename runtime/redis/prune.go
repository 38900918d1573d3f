package redis

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Expire removes sessions that are idle: see store.Maintainer.
func (st *database) Expire(ctx context.Context, q store.ExpireQuery) (done store.Expired, err error) {
	var idle []string
	from, to := bounds(store.ListQuery{AfterUserID: q.AfterUserID, AfterSessionID: q.AfterSessionID})
	err = st.rows(ctx, q.AppName, from, to, min(q.Limit, longestPage), func(r row, now time.Time) bool {
		if r.session == "" {
			return true
		}
		done.Looked++
		done.LastUserID, done.LastSessionID = r.user, r.session
		if now.Sub(r.touched) >= q.Idle {
			idle = append(idle, member(r.user, r.session))
		}
		return done.Looked < q.Limit
	})
	if err != nil || q.CountOnly {
		done.Removed = len(idle)
		return done, err
	}
	if len(idle) == 0 {
		err = st.trim(ctx, q.AppName)
	} else {
		done.Removed, err = st.expire(ctx, q, idle)
	}
	if err != nil {
		return done, err
	}
	return done, st.sweep(ctx, q.AppName)
}

// expire removes those of the sessions that are idle still, some at a time.
func (st *database) expire(ctx context.Context, q store.ExpireQuery, idle []string) (removed int, err error) {
	for some := range slices.Chunk(idle, sweepAtOnce) {
		a, err := st.expireOnce(ctx, q.AppName, q.Idle, some...)
		if err != nil {
			return removed, err
		}
		removed += int(a.number(1))
	}
	return removed, nil
}

// trim takes what has expired out of an app's tables.
func (st *database) trim(ctx context.Context, app string) error {
	for {
		a, err := st.expireOnce(ctx, app, 0)
		if err != nil || a.number(2) == 0 {
			return err
		}
	}
}

func (st *database) expireOnce(ctx context.Context, app string, idle time.Duration, members ...string) (answer, error) {
	k := st.keys(app)
	args := append([]string{strconv.FormatInt(idle.Microseconds(), 10)}, members...)
	return st.write(ctx, expireScript, k.tables(k.erased()), args)
}

// Rewrite changes a session's history: see store.Maintainer. Appends may come in between,
// since they only add; if somebody else has rewritten the history, fn is called again.
// Snapshots are not kept.
func (st *database) Rewrite(ctx context.Context, q store.RewriteQuery, fn func([]*store.StoredEvent) (store.Rewritten, error)) error {
	for attempt := 1; ; attempt++ {
		events, f, err := st.eventsToRewrite(ctx, q)
		if err != nil {
			return err
		}
		r, err := fn(events)
		if err != nil {
			return err
		}
		done, err := st.rewrite(ctx, q.Session, f, r, events)
		if err != nil || done {
			return err
		}
		if err := pause(ctx, attempt); err != nil {
			return err
		}
	}
}

// eventsToRewrite reads events, and of which rewriting they are.
func (st *database) eventsToRewrite(
	ctx context.Context, q store.RewriteQuery,
) (events []*store.StoredEvent, last found, err error) {
	type version struct {
		incarnation int64
		mark        string
	}
	seen := make(map[version]bool)
	events, err = q.Events(func(some store.EventQuery) ([]*store.StoredEvent, error) {
		last, err = st.find(ctx, q.Session, some, false)
		seen[version{last.Incarnation, last.mark}] = true
		return last.Events, err
	})
	if len(seen) > 1 {
		last.mark = "" // which is none: the events don't belong together
	}
	return events, last, err
}

// rewrite carries out what is to become of events; false if others were quicker.
func (st *database) rewrite(ctx context.Context, key store.SessionKey, f found, r store.Rewritten, known []*store.StoredEvent) (bool, error) {
	put := slices.DeleteFunc(slices.Clone(r.Put), func(e *store.StoredEvent) bool { return e.Seq < 0 })
	if len(put) == 0 && r.Remove == 0 {
		return f.mark != "", nil
	}
	m := member(key.UserID, key.SessionID)
	args := []string{m, strconv.FormatInt(f.Incarnation, 10), f.mark, strconv.FormatInt(newIncarnation(), 36),
		strconv.FormatInt(r.Remove, 10), strconv.Itoa(len(put))}
	for _, e := range put {
		text, err := formEvent(e)
		if err != nil {
			return false, err
		}
		args = append(args, strconv.FormatInt(e.Seq, 10), text)
	}
	ids, err := st.idsThrough(ctx, key, r.Remove, known)
	if err != nil {
		return false, err
	}
	a, err := st.write(ctx, rewriteScript, st.ofSession(key), append(args, ids...))
	if err == nil && a.is("none") {
		err = runtime.ErrSessionNotFound
	}
	return err == nil && a.is("ok"), err
}

// idsThrough returns the IDs of all events up to a number, but not that of the creation.
// Those that are known already needn't be read.
func (st *database) idsThrough(ctx context.Context, key store.SessionKey, last int64, known []*store.StoredEvent) (ids []string, err error) {
	if last == 0 {
		return nil, nil
	}
	if len(known) == 0 || known[0].Seq > 0 || known[len(known)-1].Seq < last {
		if known, err = st.Events(ctx, key, store.EventQuery{UpTo: last}); err != nil {
			return nil, err
		}
	}
	for _, e := range known {
		if e.Seq > 0 && e.Seq <= last {
			ids = append(ids, e.ID)
		}
	}
	return ids, nil
}
