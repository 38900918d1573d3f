package postgres

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// Option changes how Open and New open a database.
type Option func(*database)

// database is a pool of connections to one database.
type database struct {
	pool     *pgxpool.Pool
	ownsPool bool
	closed   atomic.Bool
	home     home
	lanes    lanes

	migrations    []migration
	allowUntested bool
}

func newDatabase(pool *pgxpool.Pool, owned bool, opts ...Option) *database {
	st := &database{pool: pool, ownsPool: owned, migrations: migrations}
	for _, opt := range opts {
		opt(st)
	}
	return st
}

// Close waits for calls that are under way and closes all connections, if they
// are its own.
func (st *database) Close() error {
	st.closed.Store(true)
	if st.ownsPool {
		st.pool.Close()
	}
	return nil
}

// statement is SQL, tables named without their schema, with its arguments and, if
// it returns rows that matter, their reader.
type statement struct {
	sql  string
	args []any
	read func(pgx.Rows) error // called once, with all rows
}

// each returns a reader that calls fn for each row, once its columns are scanned.
func each(fn func(), columns ...any) func(pgx.Rows) error {
	return func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, columns, func() error { fn(); return nil })
		return err
	}
}

func (s *statement) run(ctx context.Context, st *database) error {
	rows, err := st.pool.Query(ctx, st.home.text(s.sql), s.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	return s.read(rows)
}

// send runs statements as one transaction, in one round trip.
func (st *database) send(ctx context.Context, statements ...statement) error {
	if len(statements) == 1 { // a batch of one costs more
		return statements[0].run(ctx, st)
	}
	return st.pool.SendBatch(ctx, st.batch(statements)).Close()
}

func (st *database) batch(statements []statement) *pgx.Batch {
	b := &pgx.Batch{}
	st.queue(b, statements)
	return b
}

func (st *database) queue(b *pgx.Batch, statements []statement) {
	for _, s := range statements {
		q := b.Queue(st.home.text(s.sql), s.args...)
		if s.read != nil {
			q.Query(s.read)
		}
	}
}

func wrap(err error) error { return fmt.Errorf("session database: %w", err) }

// PoolStats returns how busy the pool is: see store.Pooled.
func (st *database) PoolStats() store.PoolStats {
	s := st.pool.Stat()
	return store.PoolStats{
		Max: int(s.MaxConns()), Open: int(s.TotalConns()), InUse: int(s.AcquiredConns()),
		Taken: s.AcquireCount(), Waited: s.EmptyAcquireCount(), WaitTime: s.EmptyAcquireWaitTime(),
	}
}
