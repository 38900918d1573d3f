package memory

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// Erase removes what belongs to a user, or to an app alone: see store.Maintainer.
func (st *database) Erase(ctx context.Context, appName, userID string) error {
	if err := st.ready(ctx); err != nil {
		return err
	}
	u, ok := st.users.get(userKey{appName, userID})
	if !ok && userID != "" {
		return nil
	}
	sessions, unlock := u.lockAll()
	defer unlock()
	for _, s := range sessions {
		s.deleted = true
		st.sessions.remove(s.key)
	}
	if u != nil {
		u.state, u.sessions, u.order = store.StateMap{}, make(map[string]*session), nil
	}
	if a, ok := st.apps.get(appName); ok && userID == "" {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.state = store.StateMap{}
	}
	return nil
}

// lockAll locks a user with all sessions, which come first in the order of locks: so
// whoever creates one in between makes it begin anew. No user has none.
func (u *user) lockAll() (sessions []*session, unlock func()) {
	if u == nil {
		return nil, func() {}
	}
	for {
		sessions = u.copySessions()
		for _, s := range sessions {
			s.mu.Lock()
		}
		u.mu.Lock()
		unlock = func() {
			u.mu.Unlock()
			for _, s := range sessions {
				s.mu.Unlock()
			}
		}
		if len(u.sessions) == len(sessions) && !slices.ContainsFunc(sessions, func(s *session) bool { return u.sessions[s.key.SessionID] != s }) {
			return sessions, unlock
		}
		unlock()
	}
}

// copySessions returns the sessions in one order for all, so that nobody who locks
// several waits for another one who does.
func (u *user) copySessions() []*session {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.SortedFunc(maps.Values(u.sessions), func(a, b *session) int { return int(a.incarnation - b.incarnation) })
}

// Sweep has nothing to do: see store.Maintainer.
func (st *database) Sweep(ctx context.Context) (more bool, err error) { return false, st.ready(ctx) }

// Compact has nothing to do, for the garbage collector does it: see store.Maintainer.
func (st *database) Compact(ctx context.Context, rewrite bool) error { return st.ready(ctx) }

// Expire removes sessions that are idle: see store.Maintainer.
func (st *database) Expire(ctx context.Context, q store.ExpireQuery) (done store.Expired, err error) {
	listed, err := st.List(ctx, store.ListQuery{
		AppName: q.AppName, AfterUserID: q.AfterUserID, AfterSessionID: q.AfterSessionID, Limit: q.Limit,
	})
	limit := time.Now().Add(-q.Idle).UnixNano()
	for _, l := range listed {
		done.Looked++
		done.LastUserID, done.LastSessionID = l.UserID, l.SessionID
		key := store.SessionKey{AppName: q.AppName, UserID: l.UserID, SessionID: l.SessionID}
		if s, err := st.find(key); err == nil {
			if s.touched <= limit {
				done.Removed++
				if !q.CountOnly {
					s.remove()
				}
			}
			s.mu.Unlock()
		}
	}
	return done, err
}

// remove removes a session that is locked.
func (s *session) remove() {
	s.user.mu.Lock()
	defer s.user.mu.Unlock()
	s.deleted = true
	delete(s.user.sessions, s.key.SessionID)
	s.user.order = nil
	s.db.sessions.remove(s.key)
}

// Rewrite changes a session's history, but keeps no snapshots: see store.Maintainer.
// The log that others may be reading stays as it is.
func (st *database) Rewrite(ctx context.Context, q store.RewriteQuery, fn func([]*store.StoredEvent) (store.Rewritten, error)) error {
	if err := st.ready(ctx); err != nil {
		return err
	}
	s, err := st.find(q.Session)
	if err != nil {
		return err
	}
	defer s.mu.Unlock()
	events, _ := q.Events(func(some store.EventQuery) ([]*store.StoredEvent, error) {
		return slices.Clip(pick(s.log, some)), nil
	})
	r, err := fn(events)
	if err == nil {
		s.rewrite(r)
	}
	return err
}

func (s *session) rewrite(r store.Rewritten) {
	log := slices.Clone(s.log)
	for _, e := range r.Put {
		if e.Seq >= 0 {
			log[place(log, e.Seq)] = e
		}
	}
	if first := place(log, r.Remove+1); r.Remove > 0 && first > 1 {
		log = slices.Delete(log, 1, first)
		s.ids = ids{} // of the places of events
	}
	s.log = log
	s.last = slices.MaxFunc(log, func(a, b *store.StoredEvent) int { return a.Timestamp.Compare(b.Timestamp) })
}

// place returns where the first event of a log stands that is numbered seq or above.
// The first is the one numbered 0, and those after it leave no number out.
func place(log []*store.StoredEvent, seq int64) int {
	first, at := int64(0), int64(0)
	if len(log) > 1 {
		first, at = log[1].Seq, 1
	}
	if seq <= 0 {
		return 0
	}
	return int(min(max(at+seq-first, 1), int64(len(log))))
}

var _ store.Maintainer = (*database)(nil)
