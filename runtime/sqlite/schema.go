package sqlite

import (
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// applicationID marks a file as ours in its header.
const applicationID = 0x73746765 // "stge"

// migrations bring a database from each version to the next. A released one
// never changes; user_version says how many have run.
var migrations = []string{
	// Values and events are JSON text. Times are microseconds since 1970.
	// State that is shared by an app's users has the empty user. Events
	// number 0 record the creation of a session.
	`
	CREATE TABLE sessions (
		id      INTEGER PRIMARY KEY AUTOINCREMENT, -- never used twice
		app     TEXT NOT NULL,
		user    TEXT NOT NULL,
		session TEXT NOT NULL,
		seq     INTEGER NOT NULL, -- of the last event
		updated INTEGER NOT NULL,
		UNIQUE (app, user, session)
	);
	CREATE TABLE events (
		session INTEGER NOT NULL,
		seq     INTEGER NOT NULL,
		id      TEXT NOT NULL,
		time    INTEGER NOT NULL,
		record  TEXT NOT NULL,
		PRIMARY KEY (session, seq),
		UNIQUE (session, id)
	) WITHOUT ROWID;
	CREATE INDEX events_time ON events (session, time);
	CREATE TABLE session_state (
		session INTEGER NOT NULL,
		name    TEXT NOT NULL,
		value   TEXT NOT NULL,
		PRIMARY KEY (session, name)
	) WITHOUT ROWID;
	CREATE TABLE shared_state (
		app   TEXT NOT NULL,
		user  TEXT NOT NULL,
		name  TEXT NOT NULL,
		value TEXT NOT NULL,
		PRIMARY KEY (app, user, name)
	) WITHOUT ROWID;
	`,
}

// migrate brings a file up to date, or refuses it untouched. It is safe while
// other processes open the same file.
func migrate(conn *sqlite.Conn) error {
	version, err := checkOwner(conn)
	if err != nil {
		return err
	}
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA journal_mode=WAL", nil); err != nil {
		return err
	}
	if version == len(migrations) {
		return nil
	}
	return transact(conn, "BEGIN IMMEDIATE", func(conn *sqlite.Conn) error {
		version, err := checkOwner(conn) // again: another process may have been faster
		if err != nil {
			return err
		}
		for _, script := range migrations[version:] {
			if err := runScript(conn, script); err != nil {
				return err
			}
		}
		return runScript(conn, fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d;",
			applicationID, len(migrations)))
	})
}

// checkOwner returns the version of a file of ours, 0 for an empty one. One
// query reads all, so that another process's migration is seen whole or not.
func checkOwner(conn *sqlite.Conn) (version int, err error) {
	var owner, tables int
	err = sqlitex.ExecuteTransient(conn, `
		SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`,
		&sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			owner, version, tables = stmt.ColumnInt(0), stmt.ColumnInt(1), stmt.ColumnInt(2)
			return nil
		}})
	switch {
	case err != nil:
		return 0, err
	case owner != applicationID && (owner != 0 || tables != 0):
		return 0, errors.New("the file belongs to another program")
	case version < 0, version == 0 && owner == applicationID:
		return 0, fmt.Errorf("the file has version %d, and versions begin with 1: restore it from a backup", version)
	case version > len(migrations):
		return 0, fmt.Errorf("the file has version %d, this program knows versions up to %d: a newer program wrote it",
			version, len(migrations))
	}
	return version, nil
}

// runScript executes statements one by one inside the current transaction.
func runScript(conn *sqlite.Conn, script string) error {
	for script = strings.TrimSpace(script); script != ""; {
		stmt, rest, err := conn.PrepareTransient(script)
		if err != nil {
			return err
		}
		_, err = stmt.Step()
		if err = errors.Join(err, stmt.Finalize()); err != nil {
			return err
		}
		script = strings.TrimSpace(script[len(script)-rest:])
	}
	return nil
}
