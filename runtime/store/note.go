package store

import (
	"context"
	"sync/atomic"
	"time"
)

// Note is what a store tells about how it carries out a call, if anyone asks: it
// travels in the context, and so through stores that wrap others. All methods may be
// called by several goroutines at once.
type Note struct{ retries, batch atomic.Int64 }

type noteKey struct{}

// WithNote returns a context with a note: what a service calls that is observed.
func WithNote(ctx context.Context) (context.Context, *Note) {
	n := new(Note)
	return context.WithValue(ctx, noteKey{}, n), n
}

// NoteOf returns the context's note, nil if nobody asks. The methods of a nil Note do
// nothing.
func NoteOf(ctx context.Context) *Note {
	n, _ := ctx.Value(noteKey{}).(*Note)
	return n
}

// Retry says that the store tries again what failed.
func (n *Note) Retry() {
	if n != nil {
		n.retries.Add(1)
	}
}

// Shared says how many appends have one commit with the call's, itself included.
func (n *Note) Shared(appends int) {
	if n != nil {
		n.batch.Store(int64(appends))
	}
}

// Retries returns how often Retry was called.
func (n *Note) Retries() int { return int(n.retries.Load()) }

// Batch returns what Shared was called with last, or 0.
func (n *Note) Batch() int { return int(n.batch.Load()) }

// Pooled is a Store on a pool of connections. It is optional.
type Pooled interface {
	Store
	PoolStats() PoolStats
}

// PoolStats say how busy a pool of connections is. The counts begin when it was
// opened.
type PoolStats struct {
	Max, Open, InUse int           // connections: at most, now, and of these at work
	Taken            int64         // how often one was asked for and given
	Waited           int64         // of these, how often none was free
	WaitTime         time.Duration // how long these have waited together
}

// Optional returns the names of the optional interfaces that a store fulfils, for
// authors of stores that wrap others: one that embeds a Store hides what the store is
// besides. Without Holder contended updates take longer, without Maintainer erasing,
// pruning and purging are errors, without Pooled the pool can't be seen.
func Optional(st Store) []string {
	var names []string
	if _, ok := st.(Holder); ok {
		names = append(names, "Holder")
	}
	if _, ok := st.(Maintainer); ok {
		names = append(names, "Maintainer")
	}
	if _, ok := st.(Pooled); ok {
		names = append(names, "Pooled")
	}
	return names
}
