package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Open returns a service on a PostgreSQL database. connString is a URL or a
// list of key=value settings, as libpq takes it and with pgx's additions: those
// of its pool (pool_max_conns) and of the server's parameters (search_path).
// What it leaves out comes from the environment (PGHOST, PGUSER, …).
//
// It creates the tables if there are none and brings older ones up to date;
// several programs may do so at once. They stand in the first schema of the
// search path, whatever other schemas on it hold, and their names begin with
// stategen_. Which schema that is, Open settles once: a search path that changes
// later changes nothing. It is an error if there is no such schema ("$user" is
// passed over then, as PostgreSQL does), if the tables were written by a newer
// version of this package, if the database's encoding is not UTF8, if the server is a
// replica, or if it is none of PostgreSQL's and known to break what is promised here:
// see AllowUntested.
func Open(ctx context.Context, connString string, opts ...Option) (*runtime.Service, error) {
	return service(OpenStore(ctx, connString, opts...))
}

// OpenStore is Open without the service: for programs that put something between
// the two.
func OpenStore(ctx context.Context, connString string, opts ...Option) (store.Store, error) {
	pool, err := pgxpool.New(ctx, connString)
	if err != nil {
		return nil, wrap(withoutString(err))
	}
	st := newDatabase(pool, true, opts...)
	if err := st.prepare(ctx); err != nil {
		return nil, wrap(errors.Join(err, st.Close()))
	}
	return st, nil
}

// withoutString returns an error that doesn't quote a connection string: pgx hides a password
// only where it finds one, which it doesn't in what it can't parse.
func withoutString(err error) error {
	var parse *pgconn.ParseConfigError
	if !errors.As(err, &parse) {
		return err
	}
	text := parse.Error()
	problem, _, _ := strings.Cut(text[strings.LastIndex(text, "`: ")+1:], " (") // in brackets are pieces of the string
	return fmt.Errorf("the connection string can't be used%s; write postgres://user:password@host/database, with /, ?, #, @ and %% in a password as "+
		"%%2F, %%3F, %%23, %%40 and %%25, or key='value' with \\' and \\\\ in it", problem)
}

// New is Open on connections of the caller's, for what a connection string
// can't say. Closing the service leaves the pool open. After a lost connection
// the service resets the pool, which renews its idle connections.
func New(ctx context.Context, pool *pgxpool.Pool, opts ...Option) (*runtime.Service, error) {
	return service(NewStore(ctx, pool, opts...))
}

// NewStore is New without the service, as OpenStore is Open.
func NewStore(ctx context.Context, pool *pgxpool.Pool, opts ...Option) (store.Store, error) {
	st := newDatabase(pool, false, opts...)
	if err := st.prepare(ctx); err != nil {
		return nil, wrap(err)
	}
	return st, nil
}

// service returns a service on a store that could be opened.
func service(st store.Store, err error) (*runtime.Service, error) {
	if err != nil {
		return nil, err
	}
	return runtime.NewService(st), nil
}

// prepare brings the tables up to date.
func (st *database) prepare(ctx context.Context) error {
	return st.try(ctx, func() error { return st.migrate(ctx) })
}
