package sqlite

import (
	"context"
	"errors"
	"slices"
	"sync"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// Waiting for the disk is what makes an append slow, and it takes as long for
// many as for one. So whoever gets the writer commits for all who wait.

// waiting is an append in the queue.
type waiting struct {
	ctx    context.Context
	a      *store.Append
	record []byte

	done  *store.Appended // these two, once ready is closed
	err   error
	ready chan struct{}
}

type queue struct {
	mu  sync.Mutex
	all []*waiting
}

func (q *queue) add(w *waiting) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.all = append(q.all, w)
}

// remove takes an append back. It is false if it is being carried out already.
func (q *queue) remove(w *waiting) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.all, w)
	if i >= 0 {
		q.all = slices.Delete(q.all, i, i+1)
	}
	return i >= 0
}

func (q *queue) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.all) == 0
}

func (q *queue) takeAll() []*waiting {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.all
	q.all = nil
	return all
}

// Append adds an event to a session: see store.Store.
func (st *database) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	a.SetResolved(nil)
	record, err := a.Event.MarshalJSON()
	if err != nil {
		return nil, err
	}
	w := &waiting{ctx: ctx, a: a, record: record, ready: make(chan struct{})}
	st.queue.add(w)
	conn, err := st.writer.take(ctx, w.ready)
	if conn != nil {
		err = plainError(ctx, st.commitWaiting(conn))
		st.writer.put(conn)
	}
	if err != nil && st.queue.remove(w) {
		return nil, err
	}
	<-w.ready
	return w.done, w.err
}

// commitWaiting carries out all appends in the queue. Once it holds the file's
// lock it can't be interrupted: the others' appends don't depend on the context
// of the one who does the work.
func (st *database) commitWaiting(conn *sqlite.Conn) error {
	if st.queue.empty() {
		return nil // another one has done it just before
	}
	if err := st.beginWrite(conn); err != nil {
		return err
	}
	conn.SetInterrupt(nil)
	all := st.queue.takeAll()
	if len(all) == 1 {
		all[0].appendAlone(conn)
		return nil
	}
	var lost error
	for _, w := range all {
		if w.done, w.err = appendNested(conn, w); w.err != nil && conn.AutocommitEnabled() {
			lost = w.err // of the whole transaction, as when the disk is full
			break
		}
	}
	if lost == nil {
		lost = end(conn, nil)
	}
	for _, w := range all {
		if lost != nil {
			w.done, w.err = nil, lost
		}
		store.NoteOf(w.ctx).Shared(len(all))
		close(w.ready)
	}
	return nil
}

// appendAlone has the transaction to itself and needs no savepoint.
func (w *waiting) appendAlone(conn *sqlite.Conn) {
	done, err := appendEvent(conn, w.a, w.record)
	if w.err = end(conn, err); w.err == nil {
		w.done = done
	}
	close(w.ready)
}

// appendNested does one append of several, which fails or succeeds alone. If
// even that is impossible it ends the whole transaction.
func appendNested(conn *sqlite.Conn, w *waiting) (*store.Appended, error) {
	if err := w.ctx.Err(); err != nil {
		return nil, err
	}
	if err := run(conn, "SAVEPOINT one"); err != nil {
		return nil, err
	}
	done, err := appendEvent(conn, w.a, w.record)
	if conn.AutocommitEnabled() {
		return nil, err
	}
	var nested error
	if err != nil {
		nested = run(conn, "ROLLBACK TO one")
	}
	if nested == nil {
		nested = run(conn, "RELEASE one")
	}
	if nested != nil {
		return nil, errors.Join(err, nested, run(conn, "ROLLBACK"))
	}
	return done, err
}
