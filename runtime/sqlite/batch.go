package sqlite

import (
	"context"
	"errors"
	goruntime "runtime"
	"slices"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// Waiting for the disk is what makes an append slow, and it takes as long for
// many as for one. So whoever gets the writer commits for all who wait.

// waiting is an append in the queue, or the creation of a session.
type waiting struct {
	ctx context.Context
	do  func(*sqlite.Conn) error

	err   error // once ready is closed
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

// writeTogether is write for what doesn't take long: all who wait share a transaction. Its
// error is that of fn, or of the transaction.
func (st *database) writeTogether(ctx context.Context, fn func(*sqlite.Conn) error) error {
	w := &waiting{ctx: ctx, do: fn, ready: make(chan struct{})}
	st.queue.add(w)
	conn, err := st.writer.take(ctx, w.ready)
	if conn != nil {
		err = plainError(ctx, st.commitWaiting(ctx, conn))
		st.writer.put(conn)
	}
	if err != nil && st.queue.remove(w) {
		return err
	}
	<-w.ready
	return w.err
}

// commitWaiting carries out all that is in the queue. Once it holds the file's
// lock it can't be interrupted: what others wait for doesn't depend on the context
// of the one who does the work.
func (st *database) commitWaiting(ctx context.Context, conn *sqlite.Conn) error {
	if st.queue.empty() {
		return nil // another one has done it just before
	}
	goruntime.Gosched() // others who are about to write come along
	if err := st.beginWrite(ctx, conn); err != nil {
		return err
	}
	defer func() { st.courtesy.end(time.Now()) }()
	conn.SetInterrupt(nil)
	all := st.queue.takeAll()
	if len(all) == 1 {
		all[0].doAlone(conn)
		return nil
	}
	var lost error
	for _, w := range all {
		if w.err = w.doNested(conn); w.err != nil && conn.AutocommitEnabled() {
			lost = w.err // of the whole transaction, as when the disk is full
			break
		}
	}
	if lost == nil {
		lost = end(conn, nil)
	}
	for _, w := range all {
		if lost != nil {
			w.err = lost
		}
		store.NoteOf(w.ctx).Shared(len(all))
		close(w.ready)
	}
	return nil
}

// doAlone has the transaction to itself and needs no savepoint.
func (w *waiting) doAlone(conn *sqlite.Conn) {
	w.err = end(conn, w.do(conn))
	close(w.ready)
}

// doNested does one of several, which fails or succeeds alone. If even that is
// impossible it ends the whole transaction.
func (w *waiting) doNested(conn *sqlite.Conn) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if err := run(conn, "SAVEPOINT one"); err != nil {
		return err
	}
	err := w.do(conn)
	if conn.AutocommitEnabled() {
		return err
	}
	var nested error
	if err != nil {
		nested = run(conn, "ROLLBACK TO one")
	}
	if nested == nil {
		nested = run(conn, "RELEASE one")
	}
	if nested != nil {
		return errors.Join(err, nested, run(conn, "ROLLBACK"))
	}
	return err
}
