package store

import "time"

// EventQuery says which of a session's events are asked for. Its zero value
// asks for all but the one numbered 0, which records the creation.
type EventQuery struct {
	AfterSeq  int64     // numbered above this
	UpTo      int64     // numbered at most this; 0: no bound
	NotBefore time.Time // with a timestamp not before this
	ID        string    // with this ID; empty: any
	First     int       // at most so many, the first; 0: no bound
	Last      int       // at most so many, the last; 0: no bound
	None      bool      // none at all
	// Keys are those of the state that Load returns, in full and no others; nil: all.
	Keys []string
}

// Matches reports whether the event passes all filters but First and Last.
func (q EventQuery) Matches(e *StoredEvent) bool {
	return !q.None && e.Seq > q.AfterSeq &&
		(q.UpTo == 0 || e.Seq <= q.UpTo) &&
		(q.ID == "" || e.ID == q.ID) &&
		!e.Timestamp.Before(q.NotBefore)
}

// ListQuery says which sessions of an app are asked for.
type ListQuery struct {
	AppName string
	UserID  string // of this user; empty: of all
	// Those that come after this one, which need not be there any more. If
	// UserID is set, AfterUserID is the same or empty.
	AfterUserID, AfterSessionID string
	Limit                       int  // at most so many, the first; 0: no bound
	State                       bool // with the state
	// Those whose last update lies within these; zero: no bound.
	UpdatedSince, UpdatedBefore time.Time
}

// Updated reports whether a last update lies within UpdatedSince and UpdatedBefore.
func (q ListQuery) Updated(last time.Time) bool {
	return !last.Before(q.UpdatedSince) && (q.UpdatedBefore.IsZero() || last.Before(q.UpdatedBefore))
}

// DeleteQuery names a session that is to be removed. If Incarnation isn't 0 it is the
// only one to be removed, and only if its last event has the number Last.
type DeleteQuery struct {
	Session           SessionKey
	Incarnation, Last int64
}

// WentOn reports whether a session of the incarnation that is to be removed has other
// events than that.
func (q DeleteQuery) WentOn(last int64) bool { return q.Incarnation != 0 && q.Last != last }

// NamesQuery asks for the names of what a store holds: its apps, or an app's users.
type NamesQuery struct {
	AppName string // whose users are asked for; empty: the apps
	After   string // names above this, compared by bytes
	First   int    // at most so many; above 0
}
