package store

import (
	"context"
	"sync/atomic"
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
