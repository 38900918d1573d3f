package sqlite

import (
	"context"
	goruntime "runtime"
	"time"

	"zombiezen.com/go/sqlite"
)

// readTime is how long a read that takes long works before it lets others work.
const readTime = time.Millisecond

// eachPaced is each for reads of many rows. SQLite works in this process, and a writer
// that comes back from the disk finds the processor taken, for longer than its write
// takes where there is one processor. So while somebody writes, the read pauses for as
// long as it has worked; if nobody does, it goes on.
func (st *database) eachPaced(ctx context.Context, conn *sqlite.Conn, query string, fn func(*sqlite.Stmt) error, args ...any) error {
	began := time.Now()
	return each(conn, query, func(stmt *sqlite.Stmt) error {
		if err := fn(stmt); err != nil {
			return err
		}
		var err error
		if time.Since(began) >= readTime {
			if st.writing() {
				err = rest(ctx, began)
			}
			began = time.Now()
		}
		goruntime.Gosched()
		return err
	}, args...)
}

// writing reports whether somebody in this process writes.
func (st *database) writing() bool { return len(st.writer.free) == 0 }

// courtesy is what a store in the background remembers of its transactions. Whoever has
// the writer uses it. Nil is the courtesy of others, and does nothing.
type courtesy struct {
	began, ended time.Time
	busy         time.Time // when somebody else was writing
}

// others is how long others count as writing after they were met.
const others = time.Second

// wait waits, if others write, for as long as the last transaction took.
func (c *courtesy) wait(ctx context.Context) error {
	if c == nil || time.Since(c.busy) > others {
		return nil
	}
	left := c.ended.Sub(c.began) - time.Since(c.ended)
	if left <= 0 {
		return nil
	}
	return pause(ctx, left)
}

func (c *courtesy) begin(now time.Time) {
	if c != nil {
		c.began = now
	}
}

func (c *courtesy) end(now time.Time) {
	if c != nil {
		c.ended = now
	}
}

func (c *courtesy) met(now time.Time) {
	if c != nil {
		c.busy = now
	}
}

// pause waits so long, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
