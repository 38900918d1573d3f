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

// GroupHeld is a Held that can append several updates in one transaction. It is
// optional: without it each update that waits for the same key pays for a commit
// of its own. Once Join was called, AppendAll may take the place of Append.
type GroupHeld interface {
	Held
	// Join loads further sessions of the app, and holds each of them with its
	// own keys, beside what is held. It may be called once and must never wait
	// for others. It returns what was loaded for each request, in order and
	// without events, all as of one moment. A Loaded without an Incarnation
	// says that the session isn't held: others are writing to it, it isn't
	// there, or it has the event that the request's Query asks for. Keys and
	// All of a request play no part, but for those of its Query.
	Join(ctx context.Context, requests []HoldRequest) ([]Loaded, error)
	// AppendAll adds the events one after the other, in order, and carries out
	// their writes, all of it or nothing, and returns an answer for each. The
	// sessions are those that are held, the first one's being that of Hold,
	// and the writes touch nothing that isn't. After an error it isn't known
	// whether the events were stored; nothing is held any more either way.
	AppendAll(ctx context.Context, appends []ResolvedAppend) ([]*Appended, error)
}

// ResolvedAppend is an append of which is known what it comes to.
type ResolvedAppend struct {
	*Append
	Resolved []Write // what Resolve returned
}
