package sessiondb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/redis"
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
	svc, err := openService(ctx, dsn)
	if err != nil && !IsFile(dsn) {
		err = errors.Join(errors.New("the database can't be opened for writing"), err)
	}
	return svc, name, err
}

func openService(ctx context.Context, dsn string) (*runtime.Service, error) {
	switch {
	case isPostgres(dsn):
		return postgres.Open(ctx, dsn)
	case isRedis(dsn):
		return redis.Open(ctx, dsn)
	}
	return sqlite.Open(ctx, strings.TrimPrefix(dsn, "sqlite:"))
}

// Reader opens a database for reading alone. It returns its name and whose tables it
// has, too. What is in ADK's tables it has read as of now; a *DamagedSession among them comes
// together with the service.
func Reader(ctx context.Context, dsn string) (svc *runtime.Service, name, tables string, err error) {
	db, err := Open(ctx, dsn)
	if err != nil {
		return nil, "", "", err
	}
	name, tables = db.Name, db.Tables
	if tables != "stategen" {
		svc, err = db.copied(ctx)
		return svc, name, tables, errors.Join(err, db.Close())
	}
	if db.walk != nil {
		return runtime.NewService(db.walk.Store), name, tables, nil
	}
	if err := db.Close(); err != nil {
		return nil, name, tables, err
	}
	if isPostgres(dsn) {
		svc, err = postgres.Open(ctx, readOnly(dsn))
	} else {
		svc, err = sqlite.Open(ctx, strings.TrimPrefix(dsn, "sqlite:"), sqlite.ReadOnly())
	}
	return svc, name, tables, err
}

// readOnly is a connection string of transactions that can't write.
func readOnly(dsn string) string {
	const setting = "default_transaction_read_only"
	if !strings.HasPrefix(dsn, "postgres") || !strings.Contains(dsn, "://") {
		return dsn + " " + setting + "=on"
	}
	if strings.Contains(dsn, "?") {
		return dsn + "&" + setting + "=on"
	}
	return dsn + "?" + setting + "=on"
}

// IsFile reports whether a database is a SQLite file.
func IsFile(dsn string) bool { return !isPostgres(dsn) && !isRedis(dsn) }

// Store opens a database to import into, and makes it or its tables if there are none.
// A SQLite file needn't reach the disk with each write: what a loss of power takes is
// imported by another run.
func Store(ctx context.Context, dsn string) (store.Store, error) {
	switch {
	case isPostgres(dsn):
		return postgres.OpenStore(ctx, dsn)
	case isRedis(dsn):
		return redis.OpenStore(ctx, dsn)
	}
	return sqlite.OpenStore(ctx, strings.TrimPrefix(dsn, "sqlite:"), sqlite.RelaxedSync(), sqlite.Background())
}
