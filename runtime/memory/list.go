package memory

import (
	"context"
	"maps"
	"slices"
	"sort"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// List returns sessions: see store.Store.
func (st *database) List(ctx context.Context, q store.ListQuery) ([]store.Listed, error) {
	if err := st.ready(ctx); err != nil {
		return nil, err
	}
	var listed []store.Listed
	for _, userID := range st.usersOf(q) {
		after := ""
		if userID == q.AfterUserID || q.UserID != "" {
			after = q.AfterSessionID
		}
		for _, sessionID := range st.sessionsOf(userKey{q.AppName, userID}, after) {
			l, ok := st.listed(store.SessionKey{AppName: q.AppName, UserID: userID, SessionID: sessionID}, q.State)
			if ok && q.Updated(l.LastUpdate) {
				listed = append(listed, l)
			}
			if q.Limit > 0 && len(listed) == q.Limit {
				return listed, nil
			}
		}
	}
	return listed, nil
}

// usersOf returns the users whose sessions may be asked for, in order.
func (st *database) usersOf(q store.ListQuery) []string {
	if q.UserID != "" {
		return []string{q.UserID}
	}
	a, ok := st.apps.get(q.AppName)
	if !ok {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.order == nil {
		a.order = slices.Sorted(maps.Keys(a.users))
	}
	return a.order[sort.SearchStrings(a.order, q.AfterUserID):]
}

// sessionsOf returns the IDs of a user's sessions that come after one, in order.
// The empty ID comes after none.
func (st *database) sessionsOf(key userKey, after string) []string {
	u, ok := st.users.get(key)
	if !ok {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.order == nil {
		u.order = slices.Sorted(maps.Keys(u.sessions))
	}
	return u.order[sort.Search(len(u.order), func(i int) bool { return u.order[i] > after }):]
}

// listed returns a session as of one moment, unless it was deleted meanwhile.
func (st *database) listed(key store.SessionKey, state bool) (l store.Listed, ok bool) {
	s, err := st.find(key)
	if err != nil {
		return l, false
	}
	defer s.mu.Unlock()
	l = store.Listed{UserID: key.UserID, SessionID: key.SessionID, Events: s.seq}
	if !state {
		l.Incarnation, l.LastUpdate = s.incarnation, s.last.Timestamp
		return l, true
	}
	s.user.mu.Lock()
	defer s.user.mu.Unlock()
	s.app.mu.Lock()
	defer s.app.mu.Unlock()
	l.Loaded = s.loaded()
	return l, true
}
