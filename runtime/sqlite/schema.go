package sqlite

import (
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
)

// applicationID marks a file as ours in its header.
const applicationID = 0x73746765 // "stge"

// migration brings a database from one version to the next. A released one never
// changes.
type migration struct {
	script string
	// breaking says that programs which don't know the migration must not work on
	// the file any more. Others may, as long as it only adds tables, indexes, and
	// columns that an INSERT may leave out.
	//
	// Programs look at the version only when they open a file, so a breaking
	// migration renames the tables that are there, or drops them: the statements of
	// older programs fail, of each release there ever was.
	breaking bool
}

// migrations are in order. The file's user_version says how many of them a program
// must know, and the table migrations, if there is one, how many have run.
var migrations = []migration{
	// Values and events are JSON text. Times are microseconds since 1970.
	// State that is shared by an app's users has the empty user. Events
	// number 0 record the creation of a session.
	{script: `
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
	`},
	// When a session was appended to, by this machine's clock. NULL: by a program that
	// doesn't note it.
	{script: "ALTER TABLE sessions ADD COLUMN touched INTEGER"},
}

// migrate brings a file up to date, or refuses it untouched. It is safe while
// other processes open the same file.
func migrate(conn *sqlite.Conn, list []migration) (err error) {
	v, err := checkOwner(conn, len(list))
	if err != nil {
		return err
	}
	// This concerns a new file only, which can become smaller then: see Compact.
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA auto_vacuum=INCREMENTAL", nil); err != nil {
		return err
	}
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA journal_mode=WAL", nil); err != nil {
		return err
	}
	if v.steps >= len(list) {
		return nil
	}
	commit, err := sqlitex.ImmediateTransaction(conn)
	if err != nil {
		return err
	}
	defer commit(&err)
	v, err = checkOwner(conn, len(list)) // again: another process may have been faster
	if err == nil && v.steps < len(list) {
		err = runMigrations(conn, list, v.steps)
	}
	return err
}

func runMigrations(conn *sqlite.Conn, list []migration, done int) error {
	needs := 1
	for i, m := range list {
		if m.breaking {
			needs = i + 1
		}
		if i < done {
			continue
		}
		if err := sqlitex.ExecuteScript(conn, m.script, nil); err != nil {
			return fmt.Errorf("migration %d: %w", i+1, err)
		}
	}
	script := fmt.Sprintf("PRAGMA application_id=%d; PRAGMA user_version=%d;", applicationID, needs)
	if len(list) > needs {
		script += fmt.Sprintf(`CREATE TABLE IF NOT EXISTS migrations (steps INTEGER NOT NULL);
			DELETE FROM migrations; INSERT INTO migrations VALUES (%d);`, len(list))
	}
	return sqlitex.ExecuteScript(conn, script, nil)
}

// version is what a file says about itself.
type version struct {
	needs int // a program must know that many migrations to work on it
	steps int // how many migrations have run
}

// checkOwner returns the version of a file of ours, of zeros for an empty one, if a
// program that knows so many migrations may work on it.
func checkOwner(conn *sqlite.Conn, known int) (v version, err error) {
	var owner, tables, added int
	err = sqlitex.ExecuteTransient(conn, `
		SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema),
			(SELECT count(*) FROM sqlite_schema WHERE name = 'migrations')
		FROM pragma_application_id, pragma_user_version`,
		&sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			owner, v.needs, tables, added = stmt.ColumnInt(0), stmt.ColumnInt(1), stmt.ColumnInt(2), stmt.ColumnInt(3)
			return nil
		}})
	v.steps = v.needs
	switch {
	case err != nil:
		return v, err
	case owner != applicationID && (owner != 0 || tables != 0):
		return v, errors.New("the file belongs to another program")
	case v.needs < 0, v.needs == 0 && owner == applicationID:
		return v, fmt.Errorf("the file has version %d, and versions begin with 1: restore it from a backup", v.needs)
	case v.needs > known:
		return v, fmt.Errorf("the file has version %d, this program knows versions up to %d: %w", v.needs, known, runtime.ErrNewerTables)
	case added == 0:
		return v, nil
	}
	return v, sqlitex.ExecuteTransient(conn, "SELECT max(steps) FROM migrations",
		&sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			v.steps = max(v.needs, stmt.ColumnInt(0))
			return nil
		}})
}

// explain returns the reason for an error: a statement that finds a table or a column
// gone was overtaken by a newer program's migration.
func explain(conn *sqlite.Conn, err error) error {
	if err == nil || !strings.Contains(err.Error(), "no such table") && !strings.Contains(err.Error(), "no such column") {
		return err
	}
	if _, reason := checkOwner(conn, len(migrations)); errors.Is(reason, runtime.ErrNewerTables) {
		return reason
	}
	return err
}
