package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// compactPages is how many pages are given back in one transaction at most, and
// compactAtOnce between two looks at the time.
const (
	compactPages  = 100
	compactAtOnce = 10
)

// incremental is PRAGMA auto_vacuum of a file that can become smaller step by step.
const incremental = 2

// Compact makes the file smaller: see store.Maintainer. One that an earlier version made
// has to be written anew for that, once. SQLite leaves pieces of rows that it has moved
// or deleted in pages that are in use: only when the file is written anew they go.
func (st *database) Compact(ctx context.Context, rewrite bool) error {
	if err := st.sweepAll(ctx); err != nil {
		return err
	}
	if rewrite {
		if err := st.rewriteFile(ctx); err != nil {
			return err
		}
		return st.truncateLog(ctx)
	}
	mode, err := st.pragma(ctx, "auto_vacuum")
	if err != nil {
		return err
	}
	if mode != incremental { // free pages are used again
		return st.truncateLog(ctx)
	}
	for {
		free, err := st.pragma(ctx, "freelist_count")
		if err != nil {
			return err
		}
		if free == 0 {
			return st.truncateLog(ctx)
		}
		began := time.Now()
		if err := st.giveBack(ctx); err != nil {
			return err
		}
		if err := rest(ctx, began); err != nil {
			return err
		}
	}
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
		if err := keepTemporary(conn, "FILE"); err != nil { // VACUUM copies the whole
			return err
		}
		return errors.Join(sqlitex.ExecuteTransient(conn, "VACUUM", nil), keepTemporary(conn, "MEMORY"))
	})
}

func (st *database) giveBack(ctx context.Context) error {
	return st.write(ctx, func(conn *sqlite.Conn) error {
		began := time.Now()
		for pages := 0; pages < compactPages && time.Since(began) < stepTime; pages += compactAtOnce {
			err := sqlitex.ExecuteTransient(conn, fmt.Sprintf("PRAGMA incremental_vacuum(%d)", compactAtOnce), nil)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// truncateLog empties the write-ahead log, which holds pages as they were. Readers that
// are under way, also those of other processes, need it for so long: it waits for them
// without keeping writers waiting.
func (st *database) truncateLog(ctx context.Context) error {
	// Most of the work is done beside writers, again if they have written much meanwhile.
	before := 0
	for range 5 {
		frames, _, err := checkpoint(ctx, st.readers, "PASSIVE")
		if err != nil {
			return err
		}
		if frames-before < fewFrames {
			break
		}
		before = frames
	}
	for {
		_, busy, err := checkpoint(ctx, st.writer, "TRUNCATE")
		if err != nil || !busy {
			return err
		}
		if err := pause(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
}

// fewFrames is how many pages of the log are written so quickly that others may wait.
const fewFrames = 200

// checkpointWait is how long a checkpoint holds writers up to wait for readers.
const checkpointWait = 5 * time.Millisecond

// checkpoint moves pages from the log to the file. It returns how many there were, and
// whether others were in the way.
func checkpoint(ctx context.Context, p *pool, mode string) (frames int, busy bool, err error) {
	err = p.use(ctx, func(conn *sqlite.Conn) error {
		conn.SetBusyTimeout(checkpointWait)
		defer conn.SetBlockOnBusy()
		read := func(stmt *sqlite.Stmt) error {
			busy, frames = stmt.ColumnInt(0) != 0, stmt.ColumnInt(1)
			return nil
		}
		return sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint("+mode+")", &sqlitex.ExecOptions{ResultFunc: read})
	})
	return frames, busy, err
}
