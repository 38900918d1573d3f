package sqlite

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// pool lends connections, each to one caller at a time.
type pool struct {
	free   chan *sqlite.Conn
	closed chan struct{}
	once   sync.Once
	size   int

	taken, waited, waitTime atomic.Int64 // what PoolStats tells
}

func newPool(limit int) *pool {
	return &pool{free: make(chan *sqlite.Conn, limit), closed: make(chan struct{})}
}

func (p *pool) add(conn *sqlite.Conn) {
	p.size++
	p.free <- conn
}

// close waits until every connection is back and closes them all.
func (p *pool) close() error {
	var problems []error
	p.once.Do(func() {
		close(p.closed)
		for range p.size {
			problems = append(problems, (<-p.free).Close())
		}
	})
	return errors.Join(problems...)
}

// take waits for a connection until ctx ends. The connection's own waiting and
// working end with ctx too. It also gives up, without an error or a connection,
// when stop is closed.
func (p *pool) take(ctx context.Context, stop <-chan struct{}) (*sqlite.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case <-p.closed:
		return nil, runtime.ErrClosed
	default:
	}
	select {
	case conn := <-p.free:
		return p.lend(ctx, conn), nil
	default:
	}
	begun := time.Now()
	select {
	case <-p.closed:
		return nil, runtime.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-stop:
		return nil, nil
	case conn := <-p.free:
		p.waited.Add(1)
		p.waitTime.Add(int64(time.Since(begun)))
		return p.lend(ctx, conn), nil
	}
}

func (p *pool) lend(ctx context.Context, conn *sqlite.Conn) *sqlite.Conn {
	p.taken.Add(1)
	conn.SetInterrupt(ctx.Done())
	return conn
}

// PoolStats returns how busy the connections are, the writer among them: see
// store.Pooled.
func (st *database) PoolStats() (s store.PoolStats) {
	for _, p := range []*pool{st.writer, st.readers} {
		s.Max, s.Open, s.InUse = s.Max+p.size, s.Open+p.size, s.InUse+p.size-len(p.free)
		s.Taken, s.Waited, s.WaitTime = s.Taken+p.taken.Load(), s.Waited+p.waited.Load(), s.WaitTime+time.Duration(p.waitTime.Load())
	}
	return s
}

func (p *pool) put(conn *sqlite.Conn) {
	conn.SetInterrupt(nil)
	p.free <- conn
}

// use lends a connection to fn.
func (p *pool) use(ctx context.Context, fn func(*sqlite.Conn) error) error {
	conn, err := p.take(ctx, nil)
	if err != nil {
		return err
	}
	defer p.put(conn)
	return plainError(ctx, fn(conn))
}

// plainError gives the context's error where SQLite only knows that it was
// interrupted, or had to stop waiting for another process.
func plainError(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultInterrupt, sqlite.ResultBusy:
		return ctx.Err()
	default:
		return err
	}
}

// write runs fn in a write transaction: all its changes are made, or none.
func (st *database) write(ctx context.Context, fn func(*sqlite.Conn) error) error {
	return st.writer.use(ctx, func(conn *sqlite.Conn) error {
		if err := st.beginWrite(ctx, conn); err != nil {
			return err
		}
		return end(conn, fn(conn))
	})
}

// beginWrite waits for the file's lock. SQLite by itself would wait for up to 100 ms
// between two looks, and find it taken again and again by another process that writes
// without a pause.
func (st *database) beginWrite(ctx context.Context, conn *sqlite.Conn) error {
	if err := st.place.check(); err != nil {
		return err
	}
	if err := st.courtesy.wait(ctx); err != nil {
		return err
	}
	conn.SetBusyTimeout(0)
	defer conn.SetBlockOnBusy()
	for began := time.Now(); ; {
		err := run(conn, "BEGIN IMMEDIATE")
		if sqlite.ErrCode(err).ToPrimary() != sqlite.ResultBusy {
			st.courtesy.begin(time.Now())
			return err
		}
		st.courtesy.met(time.Now())
		between := time.Millisecond
		if time.Since(began) > time.Second {
			between = 10 * time.Millisecond
		}
		if err := pause(ctx, between); err != nil {
			return err
		}
	}
}

// end commits a transaction, or rolls it back if err is not nil. The interrupt
// is switched off for it, so that a context that ends at that moment leaves
// nothing half done.
func end(conn *sqlite.Conn, err error) error {
	conn.SetInterrupt(nil)
	if err == nil {
		if err = run(conn, "COMMIT"); err == nil {
			return nil
		}
	}
	if conn.AutocommitEnabled() {
		return err // SQLite has rolled back by itself
	}
	return errors.Join(err, run(conn, "ROLLBACK"))
}
