package store

import "context"

// Holder is a Store that can keep others from changing what an update is about to
// read, until it is appended. It is optional: without it an update that others got
// in the way of is tried on a fresh view again and again. With it the next try
// succeeds, also if other processes want the same keys.
type Holder interface {
	Store
	// Hold loads a session, as Load does, and from that moment on keeps all
	// others from changing the keys that r names. Its errors are those of
	// Load. It waits for others who hold one of the keys, or are about to
	// write it, until ctx ends.
	Hold(ctx context.Context, r HoldRequest) (Held, error)
	// MaxHolds is how many updates that want the same key may call Hold at
	// once: while one holds it, the next ones wait in the store, and leave
	// enough of what they wait with, such as connections, to others. The
	// rest waits before Hold. It is at least 1.
	MaxHolds() int
}

// HoldRequest says what to hold.
type HoldRequest struct {
	Session     SessionKey
	Incarnation int64      // 0: whichever session bears the key
	Keys        []string   // in full, as ParseKey splits them; no temp keys
	All         bool       // all keys of the session, its user and its app
	Query       EventQuery // the events to load
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
