// Package store has events, and what authors of stores implement: what a database must do to keep
// sessions (Store, and Holder besides), and what goes in and out of it: appends, stored events
// with their JSON form, and state that can be snapshotted. It has no rules of its own:
// runtime.NewService, which makes a Service of a Store, checks what comes in, and
// runtime/storetest tests what the store does with it.
package store

import "context"

// Store is what a database must do to keep sessions. NewService makes a
// Service of it, and storetest proves that it does it right. A store gets
// checked requests and values in normal form; it holds no rules of its own.
//
// All methods may be called by several goroutines at once. Each is atomic:
// it does all of its work or none, and others see all of it or nothing. Each
// returns early with the context's error when that ends, having done nothing.
//
// Values and events handed to a store are never changed afterwards, by anyone;
// those it hands out must not be either. But the slices that List and
// Names return belong to the caller, who may change them.
//
// A call whose answer was lost is made again by the store, and counts once. If the
// store gives up, the caller may make it again, with the same effect.
//
// What is done stays done when the store's own process or connection ends. A database
// that fails over to a copy may undo it, if the copy was not waited for; the store's
// documentation says when. Then the last calls on an app are undone, each of them whole
// and none before one that stays, as if they had never been made: numbers of events are
// given again, and a session that was created last is no more.
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
	// without events; or ErrSessionExists, unless this very call has made
	// the session: also if that begins with the same event. One whose
	// answer was lost, and which the store makes again, has made it.
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
	//   - If a.KeepResolved, what the merge operations came to is stored
	//     with the event: see Append.SetResolved.
	//   - The session's last-update time becomes the event's timestamp,
	//     unless it is later already.
	Append(ctx context.Context, a *Append) (*Appended, error)
	// Load returns a session's current state and the events that q
	// asks for, all as of one moment; or ErrSessionNotFound.
	Load(ctx context.Context, key SessionKey, q EventQuery) (Loaded, error)
	// Events returns the events that q asks for, in commit order; or
	// ErrSessionNotFound.
	Events(ctx context.Context, key SessionKey, q EventQuery) ([]*StoredEvent, error)
	// Names returns the names that q asks for, ordered by bytes: of apps that
	// have a session or state, of users who have a session in the app or
	// state of their own there. The empty name is none.
	Names(ctx context.Context, q NamesQuery) ([]string, error)
	// List returns the sessions that q asks for, ordered by user and session
	// ID, each as of one moment. Those whose SessionID is empty aren't among
	// them.
	List(ctx context.Context, q ListQuery) ([]Listed, error)
	// Delete removes the session that q names, with its state and events.
	// Deleting what isn't there succeeds. It returns ErrSessionWentOn if q
	// says where the session ends, and it doesn't; no append comes in
	// between.
	Delete(ctx context.Context, q DeleteQuery) error
	// Close releases what the store holds. Calls that come later fail.
	Close() error
}
