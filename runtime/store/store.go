package store

import (
	"context"
	"time"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// Store is what a database must do to keep sessions. NewService makes a
// Service of it, and storetest proves that it does it right. A store gets
// checked requests and values in normal form; it holds no rules of its own.
//
// All methods may be called by several goroutines at once. Each is atomic:
// it does all of its work or none, and others see all of it or nothing. Each
// returns early with the context's error when that ends, having done nothing.
//
// Values and events handed to a store are never changed afterwards, by anyone;
// those it hands out must not be either. But the slice that List returns belongs
// to the caller, who may change it.
//
// A store may be a Holder besides.
//
// A session whose SessionID is empty holds the events by which state was shared
// without a session; it is like any other. Only that Load, if there is none yet,
// may return the shared state without an Incarnation: reading it then needs no
// session.
type Store interface {
	// Create stores a new session and does what a says, as Append does,
	// except that the event's number is 0. It returns what Load would,
	// without events, or ErrSessionExists.
	Create(ctx context.Context, a *Append) (Loaded, error)
	// Append adds a.Event to the session's history under the next number
	// and carries out its writes. The answer may be a.Answer and share
	// a.Writes.
	//
	//   - ErrSessionNotFound if there is no such session, or if
	//     a.Incarnation is not 0 and not the session's.
	//   - If the history holds an event with that ID, nothing changes: the
	//     result is that of a success, with the stored event's number and
	//     the values that the keys of a.Writes hold now, if
	//     a.Same(stored event); else ErrEventExists. There is no need to
	//     look for one if a.NewID is true.
	//   - a.Resolve, given the current values of what it asks for, says
	//     what to write; its error is returned as it is.
	//   - The session's last-update time becomes the event's timestamp,
	//     unless it is later already.
	Append(ctx context.Context, a *Append) (*Appended, error)
	// Load returns a session's current state and the events that q
	// asks for, all as of one moment; or ErrSessionNotFound.
	Load(ctx context.Context, key SessionKey, q EventQuery) (Loaded, error)
	// Events returns the events that q asks for, in commit order; or
	// ErrSessionNotFound.
	Events(ctx context.Context, key SessionKey, q EventQuery) ([]*StoredEvent, error)
	// List describes the sessions of a user, or of the whole app if userID
	// is empty, ordered by user and session ID.
	List(ctx context.Context, appName, userID string) ([]SessionInfo, error)
	// Delete removes a session with its state and events. Deleting what
	// isn't there succeeds.
	Delete(ctx context.Context, key SessionKey) error
	// Close releases what the store holds. Calls that come later fail.
	Close() error
}

// SessionKey names a session.
type SessionKey struct{ AppName, UserID, SessionID string }

// Loaded is what a store knows of a session.
type Loaded struct {
	// Incarnation tells this session from an earlier one under the same
	// ID that was deleted. It is not 0, but for shared state without
	// events: see Store.
	Incarnation int64
	// Token is what the store likes, or nil: it comes back in the
	// Append.Token of every append through the handle that is made of this,
	// and so must be safe for concurrent use. It can spare the store to look
	// the session up.
	Token      any
	LastUpdate time.Time
	// State holds the current values by scope: ScopeSession, ScopeUser,
	// ScopeApp; nil is empty. Names have no prefix.
	State  [3]Values
	Events []*StoredEvent
	// Damaged lists the values and events that can't be decoded. In their
	// places stand the same error (DamagedValue) and an event that
	// DamagedEvent made. So it is in all that a store hands out: what is
	// sound doesn't suffer.
	Damaged []*value.DamagedError
}

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
}

// Matches reports whether the event passes all filters but First and Last.
func (q EventQuery) Matches(e *StoredEvent) bool {
	return !q.None && e.Seq > q.AfterSeq &&
		(q.UpTo == 0 || e.Seq <= q.UpTo) &&
		(q.ID == "" || e.ID == q.ID) &&
		!e.Timestamp.Before(q.NotBefore)
}

// Appended is a store's answer to Append.
type Appended struct {
	Seq        int64     // of the event
	LastUpdate time.Time // of the session, after the append
	// Log is the session's whole history up to the event, each event at
	// the index that is its Seq, so that the handle needs no list of its
	// own. Nil if the store doesn't keep such a list, or if Append.Token
	// isn't this session's: then the handle's events may be another's.
	Log []*StoredEvent
	// Writes says what each key that the event wrote holds now; a nil
	// value means that it isn't set. Nil stands for Append.Writes, if
	// that is what they hold.
	Writes []Write
}

// Write sets a key, or unsets it if the value is nil.
type Write struct {
	Key   string // in full, as ParseKey splits it; never a temp key
	Value any
}

// SessionInfo describes a session in a list.
type SessionInfo struct {
	AppName, UserID, SessionID string
	LastUpdateTime             time.Time
	Events                     int64 // how many events were appended
}
