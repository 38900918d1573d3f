package sessiondb

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"regexp"
	"strings"
)

// DB is an open database, as of the moment when it was opened, or, on Redis, each owner
// as of the moment when it is read. It is for one goroutine and one sequence at a time.
type DB struct {
	Name   string // where it is, without a password
	Tables string // whose they are: "stategen" or "ADK"
	conn   conn
	layout layout
	walk   *walk // of a store without tables, and then there is neither of these
	// Progress is called with how many sessions States and Export have passed, after each.
	// It may be nil.
	Progress func(sessions int64)
	passed   int64
}

// conn is a transaction that only reads.
type conn interface {
	// rows yields the cells of each row as text, nil for NULL. They are
	// overwritten by the next row.
	rows(ctx context.Context, sql string, args ...any) iter.Seq2[[][]byte, error]
	// has reports whether there is such a table or, if column isn't empty, such
	// a column in it.
	has(ctx context.Context, table, column string) (bool, error)
	// beside returns a transaction of the same moment, to read rows while rows of this
	// one are being read. It is to be closed first.
	beside(ctx context.Context) (conn, error)
	close() error
}

// Open opens the database that a DSN names: postgres://…, settings as libpq takes
// them (host=… dbname=…), redis://… or rediss://… as runtime/redis takes them, or else
// the path of a SQLite file, which may begin with sqlite:.
func Open(ctx context.Context, dsn string) (*DB, error) {
	switch {
	case isPostgres(dsn):
		return openDB(ctx, openPostgres, dsn)
	case isRedis(dsn):
		return openRedis(ctx, dsn)
	}
	return openDB(ctx, openSQLite, strings.TrimPrefix(dsn, "sqlite:"))
}

var setting = regexp.MustCompile(`^\s*(host|hostaddr|port|dbname|user|password|passfile|service|sslmode)\s*=`)

func isPostgres(dsn string) bool {
	if strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://") {
		return true
	}
	_, err := os.Lstat(dsn)
	return err != nil && setting.MatchString(dsn)
}

func openDB(ctx context.Context, open func(context.Context, string) (conn, string, []layout, error), dsn string) (*DB, error) {
	c, name, layouts, err := open(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", name, err)
	}
	db := &DB{Name: name, conn: c}
	if err := db.choose(ctx, layouts); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return db, nil
}

// choose finds out whose tables there are.
func (db *DB) choose(ctx context.Context, layouts []layout) error {
	for _, l := range layouts {
		found, err := db.conn.has(ctx, l.mark, "")
		if err == nil && found {
			db.Tables, db.layout = l.owner, l
			err = l.check(ctx, db.conn)
		}
		if err != nil {
			return db.wrap(err)
		}
		if found {
			return nil
		}
	}
	return db.wrap(errors.New("there are no tables of stategen's store or of ADK's session service in it"))
}

// Close ends the reading.
func (db *DB) Close() error {
	if db.walk != nil {
		return db.walk.Close()
	}
	return db.conn.close()
}

func (db *DB) wrap(err error) error { return fmt.Errorf("database %s: %w", db.Name, err) }
