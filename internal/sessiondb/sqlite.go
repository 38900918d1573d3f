package sessiondb

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/internal/files"
)

type sqliteConn struct {
	conn  *sqlite.Conn
	path  string
	clean bool // others had no write-ahead log when this began
}

// mayHoldPassword matches what is no path: a connection string of another form.
var mayHoldPassword = regexp.MustCompile(`://|@|(?i)\bpass(word|wd)?\s*=`)

func openSQLite(ctx context.Context, path string) (conn, string, []layout, error) {
	name := strconv.Quote(filepath.ToSlash(path))
	info, err := os.Stat(path)
	if err == nil {
		err = files.Regular(path, info)
	}
	if err != nil && mayHoldPassword.MatchString(path) {
		return nil, "of --db", nil, errors.New("there is no file of that name, and it isn't a PostgreSQL connection string either: " + connectionStrings)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("there is no such file")
	}
	if err != nil {
		return nil, name, nil, err
	}
	c := &sqliteConn{path: path}
	_, err = os.Lstat(path + "-wal")
	c.clean = errors.Is(err, fs.ErrNotExist)
	if c.conn, err = sqlite.OpenConn(path, sqlite.OpenReadOnly); err != nil {
		return nil, name, nil, err
	}
	c.conn.SetInterrupt(ctx.Done())
	if err := sqlitex.ExecuteTransient(c.conn, "BEGIN", nil); err != nil {
		return nil, name, nil, errors.Join(err, c.close())
	}
	return c, name, sqliteLayouts, nil
}

// shared is a connection that somebody else closes.
type shared struct{ conn }

func (shared) close() error { return nil }

// beside returns the same connection, which may have several statements under way.
func (c *sqliteConn) beside(context.Context) (conn, error) { return shared{c}, nil }

func (c *sqliteConn) close() error {
	c.conn.SetInterrupt(nil)
	err := c.conn.Close()
	if c.clean {
		err = errors.Join(err, c.tidy())
	}
	return err
}

// tidy removes the files that SQLite made beside the database in order to read it,
// the way it does so itself: who closes it last and may write, removes them.
func (c *sqliteConn) tidy() error {
	if _, err := os.Lstat(c.path + "-wal"); err != nil {
		return nil
	}
	conn, err := sqlite.OpenConn(c.path, sqlite.OpenReadWrite)
	if err != nil {
		return nil // who may not write, leaves them
	}
	_ = sqlitex.ExecuteTransient(conn, "SELECT count(*) FROM sqlite_schema", nil) // else it isn't open yet
	return conn.Close()
}

func (c *sqliteConn) has(ctx context.Context, table, column string) (found bool, err error) {
	sql, args := "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", []any{table}
	if column != "" {
		sql, args = "SELECT 1 FROM pragma_table_info(?) WHERE name = ?", []any{table, column}
	}
	for _, err := range c.rows(ctx, sql, args...) {
		if err != nil {
			return false, err
		}
		found = true
	}
	return found, nil
}

func (c *sqliteConn) rows(_ context.Context, sql string, args ...any) iter.Seq2[[][]byte, error] {
	return func(yield func([][]byte, error) bool) {
		var cells [][]byte
		var buffers [][]byte
		enough := errors.New("enough")
		err := sqlitex.ExecuteTransient(c.conn, sql, &sqlitex.ExecOptions{Args: args, ResultFunc: func(stmt *sqlite.Stmt) error {
			if cells == nil {
				cells = make([][]byte, stmt.ColumnCount())
				buffers = make([][]byte, len(cells))
			}
			for i := range cells {
				buffers[i] = copyCell(stmt, i, buffers[i])
				cells[i] = buffers[i]
				if len(cells[i]) == 0 && stmt.ColumnType(i) == sqlite.TypeNull {
					cells[i] = nil
				}
			}
			if !yield(cells, nil) {
				return enough
			}
			return nil
		}})
		if err != nil && !errors.Is(err, enough) {
			yield(nil, err)
		}
	}
}

// copyCell copies a cell into a buffer, a new one if that is too small.
func copyCell(stmt *sqlite.Stmt, column int, buffer []byte) []byte {
	room := buffer[:cap(buffer)]
	if n := stmt.ColumnBytes(column, room); n < len(room) {
		return room[:n]
	}
	n := stmt.ColumnLen(column)
	room = make([]byte, max(64, n+n/2+1))
	return room[:stmt.ColumnBytes(column, room)]
}
