package sqlite

import (
	"context"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// compactPages is how many pages are given back in one transaction.
const compactPages = 1000

// incremental is PRAGMA auto_vacuum of a file that can become smaller step by step.
const incremental = 2

// Compact makes the file smaller: see store.Maintainer. A file that an earlier version
// made is written anew, once, which keeps writers waiting and takes room for a second
// one; from then on it is done in steps, and takes none.
func (st *database) Compact(ctx context.Context) error {
	for more, err := true, error(nil); more; {
		if more, err = st.Sweep(ctx); err != nil {
			return err
		}
	}
	mode, err := st.pragma(ctx, "auto_vacuum")
	if err != nil {
		return err
	}
	if mode != incremental {
		if err := st.rewriteFile(ctx); err != nil {
			return err
		}
	}
	for free := 1; free > 0; {
		if free, err = st.pragma(ctx, "freelist_count"); err != nil {
			return err
		}
		if free > 0 {
			if err := st.giveBack(ctx); err != nil {
				return err
			}
		}
	}
	return st.truncateLog(ctx)
}

func (st *database) pragma(ctx context.Context, name string) (value int, err error) {
	err = st.readers.use(ctx, func(conn *sqlite.Conn) error {
		return sqlitex.ExecuteTransient(conn, "PRAGMA "+name, &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			value = stmt.ColumnInt(0)
			return nil
		}})
	})
	return value, err
}

func (st *database) rewriteFile(ctx context.Context) error {
	return st.writer.use(ctx, func(conn *sqlite.Conn) error {
		if err := st.place.check(); err != nil {
			return err
		}
		if err := sqlitex.ExecuteTransient(conn, "PRAGMA auto_vacuum=INCREMENTAL", nil); err != nil {
			return err
		}
		return sqlitex.ExecuteTransient(conn, "VACUUM", nil)
	})
}

func (st *database) giveBack(ctx context.Context) error {
	return st.write(ctx, func(conn *sqlite.Conn) error {
		return sqlitex.ExecuteTransient(conn, fmt.Sprintf("PRAGMA incremental_vacuum(%d)", compactPages), nil)
	})
}

// truncateLog empties the write-ahead log, which holds pages as they were. Readers that
// are under way, also those of other processes, need it for so long.
func (st *database) truncateLog(ctx context.Context) error {
	for {
		busy := false
		err := st.writer.use(ctx, func(conn *sqlite.Conn) error {
			return sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint(TRUNCATE)", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
				busy = stmt.ColumnInt(0) != 0
				return nil
			}})
		})
		if err != nil || !busy {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}
