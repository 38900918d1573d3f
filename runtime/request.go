package runtime

import (
	"fmt"
	"log/slog"
	"math"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/keylist"
)

// CreateRequest asks for a new session.
type CreateRequest struct {
	AppName, UserID string
	// SessionID may be empty; then the service chooses a random one.
	SessionID string
	// State is the initial state: session keys start the session's own,
	// user: and app: keys are set for the whole user and app, temp: keys
	// are dropped. It holds no merge operations.
	State map[string]any
	// Timestamp is when the session was created; zero is now. It counts as
	// an update.
	Timestamp time.Time
}

// Format prints the names and the keys, with any verb.
func (r CreateRequest) Format(f fmt.State, _ rune) {
	keylist.Print(f, fmt.Sprintf("CreateRequest{app: %q, user: %q, session: %q, keys: %s}",
		r.AppName, r.UserID, r.SessionID, keylist.OfMap(Delta(r.State))))
}

// LogValue is what Format prints.
func (r CreateRequest) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(r)) }

// How many events Get and Shared load.
const (
	// DefaultRecentEvents is the most that are loaded if a request doesn't say how
	// many: a long history would take seconds, and all of the memory.
	DefaultRecentEvents = 10_000
	// AllEvents, as NumRecentEvents, asks for all.
	AllEvents = math.MaxInt
)

// GetRequest asks for a snapshot of a session: its merged state and its
// history, or the part of the history that the filters let through. Filters add
// up.
type GetRequest struct {
	AppName, UserID, SessionID string
	// NumRecentEvents, if positive, asks for at most that many events, the
	// last ones in commit order; if negative, for none. 0 asks for
	// DefaultRecentEvents; the constant AllEvents for all, however many. The Seq of the
	// first event tells how many were left out.
	NumRecentEvents int
	// After, if not zero, asks for the events with that timestamp or a later
	// one only.
	After time.Time
	// AsOf, if not empty, is an event's ID: history and session keys are
	// given as they were when that event had been appended. User and app
	// keys are the current ones. It may be combined with the filters.
	AsOf string
}

// EventsRequest asks for a session's history, without its state.
type EventsRequest struct {
	AppName, UserID, SessionID string
	// AfterSeq asks for the events that were committed after the one with
	// this number. 0 asks for all that are left: see Prune.
	AfterSeq int64
	// After, if not zero, asks for the events with that timestamp or a later
	// one only.
	After time.Time
}

// ListRequest asks for the sessions of a user, or of all users of an app.
type ListRequest struct {
	AppName string
	UserID  string // empty: all users
	// Limit, if positive, asks for at most so many sessions.
	Limit int
	// UpdatedSince and UpdatedBefore, if not zero, ask for the sessions whose
	// LastUpdateTime is not before the one, and before the other. There is no index of
	// that: a page costs a look at all sessions between those that it returns.
	UpdatedSince, UpdatedBefore time.Time
	// Cursor, if not empty, asks for the sessions that come after the one
	// whose Cursor method returned it: that of the last one of a page asks
	// for the next page. A page that is shorter than Limit is the last.
	Cursor string
}

// AppsRequest asks for the names of all apps.
type AppsRequest struct {
	After string // those above this name, compared by bytes; empty: all
}

// UsersRequest asks for the IDs of an app's users.
type UsersRequest struct {
	AppName string
	After   string // those above this ID, compared by bytes; empty: all
}

// DeleteRequest asks for the end of a session: its state and its history.
type DeleteRequest struct {
	AppName, UserID, SessionID string
}

// SharedRequest asks for the state that sessions share: a user's and the
// app's, or the app's alone.
type SharedRequest struct {
	AppName string
	UserID  string // empty: only the app's
	// NumRecentEvents is that of GetRequest.
	NumRecentEvents int
}
