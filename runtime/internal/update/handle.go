package update

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Handle is a session's handle, with its service and the event.
type Handle interface {
	Key() store.SessionKey
	State() value.ReadonlyState
	// Incarnation returns that of the session to which the handle appends; 0: it isn't
	// tied to one yet.
	Incarnation() int64
	// Tie ties it to one.
	Tie(context.Context) error
	// Prepare returns the event with a delta as a store takes it.
	Prepare(value.Delta) (*store.StoredEvent, error)
	// Request returns an append of that.
	Request(*store.StoredEvent, store.Expectation) *store.Append
	// Append appends it, and shows it in the handle.
	Append(context.Context, *store.StoredEvent, store.Expectation) error
	// Repeat appends what is stored already, and shows it in the handle.
	Repeat(context.Context, *store.StoredEvent) error
	// Show shows in the handle what was appended by way of what a store holds.
	Show(context.Context, *store.Append, *store.Appended) error
}

// Call is told how the update goes.
type Call interface {
	Attempt()                 // counts a run of the function
	Conflict()                // counts one in vain
	Delta(*store.StoredEvent) // notes what is about to be appended
	Shared(appends int)       // notes how many had one commit
}
