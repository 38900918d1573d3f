package sessiondb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Service opens a database of one of stategen's stores for reading and writing. It
// returns its name, too, and makes none.
func Service(ctx context.Context, dsn string) (*runtime.Service, string, error) {
	db, err := Open(ctx, dsn)
	if err != nil {
		return nil, "", err
	}
	name, tables := db.Name, db.Tables
	if err := db.Close(); err != nil {
		return nil, name, err
	}
	if tables != "stategen" {
		return nil, name, fmt.Errorf("database %s: its tables are those of %s, which are only read", name, tables)
	}
	open := func() (*runtime.Service, error) { return postgres.Open(ctx, dsn) }
	if !isPostgres(dsn) {
		open = func() (*runtime.Service, error) { return sqlite.Open(ctx, strings.TrimPrefix(dsn, "sqlite:")) }
	}
	svc, err := open()
	if err != nil && isPostgres(dsn) {
		err = errors.Join(errors.New("the database can't be opened for writing"), err)
	}
	return svc, name, err
}

// Store opens a database to import into, and makes it or its tables if there are none.
// A SQLite file needn't reach the disk with each write: what a loss of power takes is
// imported by another run.
func Store(ctx context.Context, dsn string) (store.Store, error) {
	if isPostgres(dsn) {
		return postgres.OpenStore(ctx, dsn)
	}
	return sqlite.OpenStore(ctx, strings.TrimPrefix(dsn, "sqlite:"), sqlite.RelaxedSync())
}
