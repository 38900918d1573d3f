package runtime

import (
	"fmt"

	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Errors that callers ask for with errors.Is.
var (
	// ErrMissing is what errors.Is finds in the error of a state's Get when the
	// key isn't there.
	ErrMissing = value.ErrMissing
	// ErrLimit: a merge operation would take a value over its limits or
	// past int64.
	ErrLimit = value.ErrLimit
	// ErrTooLarge: a value, or a delta, is longer than a store may keep: see Sizes. It
	// comes in a *ValueError, which names the key.
	ErrTooLarge = value.ErrTooLarge
	// ErrSessionNotFound: no session has that ID, or the handle's session
	// was deleted (even if another one bears its ID now).
	ErrSessionNotFound = store.ErrSessionNotFound
	// ErrSessionExists: Create was given the ID of an existing session.
	ErrSessionExists = store.ErrSessionExists
	// ErrEventNotFound: the session has no event with that ID.
	ErrEventNotFound = store.ErrEventNotFound
	// ErrEventExists: another event of the session bears that ID.
	ErrEventExists = store.ErrEventExists
	// ErrSealed: the context was committed or discarded, or its
	// invocation has ended. A write needs another context, after
	// Invocation.End another invocation.
	ErrSealed = views.ErrSealed
	// ErrNewerTables: a newer program has changed the tables, or the file, in
	// a way that this one doesn't know. It has to be replaced: nothing that it
	// tries succeeds any more.
	ErrNewerTables = store.ErrNewerTables
	// ErrClosed: the service was closed.
	ErrClosed = store.ErrClosed
)

// MissingError says which key is not set. It is an ErrMissing.
type MissingError = value.MissingError

// ValueError says that a value can't be stored under a key. It never shows
// the value, which may be secret.
type ValueError = value.Error

// ArgumentError says that a request, an event's field or a state key has a
// form that no store accepts.
type ArgumentError = value.ArgumentError

// DamagedError says which stored values and events can't be read, because another
// program or a disk has spoiled their text. It never shows the text.
//
// Get and Shared return it together with the handle, which has all that is sound;
// reading one of the keys returns it for that key. Appending an event that sets or
// unsets the key repairs it, and Get with AsOf may tell what a session key held.
type DamagedError = value.DamagedError

// PrunedError says that events were asked for that Prune has removed, or may have
// removed.
type PrunedError = store.PrunedError

// ConflictError says that Update gave up, because what it had read was
// changed by others each time before it could append.
type ConflictError = store.ConflictError

// What ended the writes of a context, each an ErrSealed.
var (
	errCommitted = fmt.Errorf("%w: Commit has made its event; write through another context", ErrSealed)
	errDiscarded = fmt.Errorf("%w: it was discarded; write through another context", ErrSealed)
	errEnded     = fmt.Errorf("%w: its invocation has ended; begin another one", ErrSealed)
	errReturned  = fmt.Errorf("%w: the function of Update that was given it has returned", ErrSealed)
	// errOtherContent is that of a Commit whose content would be lost.
	errOtherContent = fmt.Errorf("%w: an earlier Commit gave its event other content", ErrSealed)
)
