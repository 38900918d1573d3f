package infer

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// ReadSQLite reads the states in a database of stategen's SQLite store or of
// ADK's database session service, which it does not change. Source is what
// comments call it.
func ReadSQLite(path, source string) ([]Stored, error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		return nil, err
	}
	list, err := readTables(conn, source)
	return list, errors.Join(err, conn.Close())
}

// Each query gives a prefix for keys, then either a key and its value, or a
// whole state, as JSON text.
var (
	ownQueries = []string{
		`SELECT '', name, value FROM session_state ORDER BY name`,
		`SELECT CASE user WHEN '' THEN 'app:' ELSE 'user:' END, name, value FROM shared_state ORDER BY name`,
	}
	adkQueries = []string{
		`SELECT '', NULL, state FROM sessions`,
		`SELECT 'user:', NULL, state FROM user_states`,
		`SELECT 'app:', NULL, state FROM app_states`,
	}
)

func readTables(conn *sqlite.Conn, source string) ([]Stored, error) {
	queries := adkQueries
	own, err := hasTable(conn, "session_state")
	if err != nil {
		return nil, err
	}
	if own {
		queries = ownQueries
	} else if adk, err := hasTable(conn, "app_states"); err != nil || !adk {
		return nil, errors.Join(err, errors.New("there are no tables of stategen's store or of ADK's session service in it"))
	}
	var list []Stored
	for _, query := range queries {
		err := sqlitex.ExecuteTransient(conn, query, &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			found, err := readRow(stmt, source)
			list = append(list, found...)
			return err
		}})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

func hasTable(conn *sqlite.Conn, name string) (found bool, err error) {
	err = sqlitex.ExecuteTransient(conn, `SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`,
		&sqlitex.ExecOptions{Args: []any{name}, ResultFunc: func(*sqlite.Stmt) error {
			found = true
			return nil
		}})
	return found, err
}

func readRow(stmt *sqlite.Stmt, source string) ([]Stored, error) {
	prefix, text := stmt.ColumnText(0), stmt.ColumnText(2)
	if stmt.ColumnType(1) != sqlite.TypeNull {
		var value any
		if err := decode(strings.NewReader(text), &value); err != nil {
			return nil, fmt.Errorf("the value of %q: %w", stmt.ColumnText(1), err)
		}
		return []Stored{{prefix + stmt.ColumnText(1), value, source}}, nil
	}
	if text == "" {
		return nil, nil
	}
	var state map[string]any
	if err := decode(strings.NewReader(text), &state); err != nil {
		return nil, fmt.Errorf("a state under %q: %w", prefix+"*", err)
	}
	return values(state, withoutDouble(prefix, state), source), nil
}

// withoutDouble drops a prefix that the keys bear already.
func withoutDouble(prefix string, state map[string]any) string {
	for key := range state {
		if scope, _ := runtime.ParseKey(key); scope != runtime.ScopeSession {
			return ""
		}
	}
	return prefix
}
