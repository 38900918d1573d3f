package memory

import (
	"context"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// Names returns the names of apps or users: see store.Store.
func (st *database) Names(ctx context.Context, q store.NamesQuery) ([]string, error) {
	if err := st.ready(ctx); err != nil {
		return nil, err
	}
	var names []string
	if q.AppName == "" {
		names = above(q.After, st.apps.all(), (*app).used)
	} else if a, ok := st.apps.get(q.AppName); ok {
		names = above(q.After, a.copyUsers(), (*user).used)
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
