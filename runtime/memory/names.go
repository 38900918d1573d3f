package memory

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// Names returns the names of apps or users: see store.Store.
func (st *database) Names(ctx context.Context, q store.NamesQuery) ([]string, error) {
	if err := st.ready(ctx); err != nil {
		return nil, err
	}
	var names []string
	if q.AppName == "" {
		names = above(q.After, st.apps.all(), func(a *app) bool { return a.asked(q) })
	} else if a, ok := st.apps.get(q.AppName); ok {
		names = above(q.After, a.copyUsers(), func(u *user) bool { return u.asked(q) })
	}
	slices.Sort(names)
	return names[:min(len(names), q.First)], nil
}

// above returns the names after one, of what is used.
func above[T any](after string, all map[string]T, used func(T) bool) []string {
	names := []string{}
	for name, what := range all {
		if name > after && used(what) {
			names = append(names, name)
		}
	}
	return names
}

// used reports whether the app has a session or state.
func (a *app) used() bool {
	if a.hasState() {
		return true
	}
	for _, u := range a.copyUsers() {
		if u.used() {
			return true
		}
	}
	return false
}

func (a *app) hasState() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.state.Empty()
}

// copyUsers is for calls that lock users, for which the app's lock comes too late.
func (a *app) copyUsers() map[string]*user {
	a.mu.Lock()
	defer a.mu.Unlock()
	return maps.Clone(a.users)
}

func (u *user) used() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.sessions) > 0 || !u.state.Empty()
}

// asked reports whether a query that the name fulfills is for this app.
func (a *app) asked(q store.NamesQuery) bool {
	if !q.ByUpdate() {
		return a.used()
	}
	var last time.Time
	for _, u := range a.copyUsers() {
		if t := u.lastUpdate(); t.After(last) {
			last = t
		}
	}
	return !last.IsZero() && q.Updated(last)
}

func (u *user) asked(q store.NamesQuery) bool {
	if !q.ByUpdate() {
		return u.used()
	}
	last := u.lastUpdate()
	return !last.IsZero() && q.Updated(last)
}

// lastUpdate returns the latest one of the user's sessions; zero if there is none.
func (u *user) lastUpdate() (last time.Time) {
	for _, s := range u.copySessions() {
		s.mu.Lock()
		if s.last.Timestamp.After(last) {
			last = s.last.Timestamp
		}
		s.mu.Unlock()
	}
	return last
}
