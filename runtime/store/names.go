package store

import "time"

// NamesQuery asks for the names of what a store holds: its apps, or an app's users.
type NamesQuery struct {
	AppName string // whose users are asked for; empty: the apps
	After   string // names above this, compared by bytes
	First   int    // at most so many; above 0
	// The last update of the apps or users, which is the latest one of their sessions,
	// those without an ID included; zero: no bound. If one is set, those who have state
	// but no session are not asked for.
	UpdatedSince, UpdatedBefore time.Time
}

// ByUpdate reports whether there is a bound to the last update.
func (q NamesQuery) ByUpdate() bool { return !q.UpdatedSince.IsZero() || !q.UpdatedBefore.IsZero() }

// Updated reports whether a last update lies within the bounds.
func (q NamesQuery) Updated(last time.Time) bool {
	return ListQuery{UpdatedSince: q.UpdatedSince, UpdatedBefore: q.UpdatedBefore}.Updated(last)
}
