package sqlite

import (
	"fmt"

	"zombiezen.com/go/sqlite"
)

// run executes a statement whose rows don't matter.
func run(conn *sqlite.Conn, query string, args ...any) error {
	return each(conn, query, func(*sqlite.Stmt) error { return nil }, args...)
}

// each executes a statement, prepared once per connection, and calls fn for
// each row. The arguments are texts and whole numbers.
func each(conn *sqlite.Conn, query string, fn func(*sqlite.Stmt) error, args ...any) error {
	stmt, err := conn.Prepare(query)
	if err != nil {
		return explain(conn, err)
	}
	if err := bind(stmt, args); err != nil {
		return err
	}
	for {
		row, err := stmt.Step()
		if err != nil {
			return explain(conn, err)
		}
		if !row {
			return nil // what ends by itself needs no reset
		}
		if err := fn(stmt); err != nil {
			_ = stmt.Reset() // it repeats the last step's error, and that had none
			return err
		}
	}
}

func bind(stmt *sqlite.Stmt, args []any) error {
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			stmt.BindText(i+1, arg)
		case int64:
			stmt.BindInt64(i+1, arg)
		case int:
			stmt.BindInt64(i+1, int64(arg))
		default:
			return fmt.Errorf("no way to bind argument %d", i+1) // with its type it would be moved to the heap, each time
		}
	}
	return nil
}
