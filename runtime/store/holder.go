package store

import "context"

// Holder is a Store that can keep others from changing what an update is about to
// read, until it is appended, and takes appends in order. It is optional: without it an
// update that others got in the way of is tried on a fresh view again and again. With it
// the next try but one succeeds, also if other processes want the same keys.
type Holder interface {
	Store
	// Hold loads a session, as Load does, and from that moment on keeps all
	// others from changing the keys that r names. Its errors are those of
	// Load. It waits for others who hold one of the keys, or are about to
	// write it, until ctx ends.
	Hold(ctx context.Context, r HoldRequest) (Held, error)
	// Start begins to do what Append does, and finish ends it and returns the answer. It
	// is called once, soon. Appends that want the same keys are carried out in the order
	// in which they were begun, if need be several in one transaction, unless that would
	// keep others waiting.
	Start(ctx context.Context, a *Append) (finish func() (*Appended, error))
}

// HoldRequest says what to hold.
type HoldRequest struct {
	Session     SessionKey
	Incarnation int64      // 0: whichever session bears the key
	Keys        []string   // in full, as ParseKey splits them; no temp keys
	All         bool       // all keys of the session, its user and its app
	Query       EventQuery // the events to load, and which of the keys; more may be
}

// Held is what a Holder holds. It ends with Append or Release, whichever is
// called first.
type Held interface {
	// Loaded returns what was loaded.
	Loaded() Loaded
	// Append does what Store.Append does, which includes Resolve, since the
	// append may need more keys than are held. If nothing is held any more
	// it is Store.Append.
	Append(ctx context.Context, a *Append) (*Appended, error)
	// Release gives everything up. It may be called at any time, by any
	// goroutine, and again.
	Release()
}
