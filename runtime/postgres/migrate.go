package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
)

// migrationLock is the advisory lock under which tables are changed.
const migrationLock = 0x7374617465 // "state"

// migration brings the tables from one version to the next. A released one never
// changes.
type migration struct {
	statements []string // each is sent by itself: some servers take no more
	// breaking says that programs which don't know the migration must not work on
	// the tables any more. Others may, as long as it only adds tables, indexes, and
	// columns that an INSERT may leave out.
	//
	// Programs look at the version only when they open the tables, so a breaking
	// migration renames those that are there, or drops them: the statements of older
	// programs fail, of each release there ever was, and no statement pays for it.
	breaking bool
}

// migrations are in order; stategen_version says how many have run.
var migrations = []migration{
	// Values and records are JSON text, because jsonb reorders objects and
	// rewrites numbers. Text is compared by bytes, as Go does. A state row
	// belongs to a session (its id), to a user (session 0), or to an app
	// (session 0, user ''); its key is the full one, prefix included. Events
	// number 0 record the creation of a session.
	{statements: []string{`
	CREATE TABLE stategen_sessions (
		id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- never used twice
		app        text COLLATE "C" NOT NULL,
		user_id    text COLLATE "C" NOT NULL,
		session_id text COLLATE "C" NOT NULL,
		seq        bigint NOT NULL, -- of the last event
		updated    timestamptz NOT NULL,
		UNIQUE (app, user_id, session_id)
	)`, `
	CREATE TABLE stategen_events (
		session bigint NOT NULL,
		seq     bigint NOT NULL,
		id      text COLLATE "C" NOT NULL,
		at      timestamptz NOT NULL,
		record  text COLLATE "C" NOT NULL,
		PRIMARY KEY (session, seq),
		UNIQUE (session, id)
	)`, `
	CREATE INDEX stategen_events_at ON stategen_events (session, at)`, `
	CREATE TABLE stategen_state (
		app     text COLLATE "C" NOT NULL,
		user_id text COLLATE "C" NOT NULL,
		session bigint NOT NULL,
		key     text COLLATE "C" NOT NULL,
		value   text COLLATE "C" NOT NULL,
		PRIMARY KEY (app, user_id, session, key)
	)`}},
	// When a session was appended to, by the server's clock. NULL: by a program that
	// doesn't note it.
	{statements: []string{
		"ALTER TABLE stategen_sessions ADD COLUMN touched timestamptz",
		"ALTER TABLE stategen_sessions ALTER COLUMN touched SET DEFAULT now()",
	}},
	// No query asks for a value, so the planner needs no samples of them. It would keep
	// them in a table of its own, also of those that were erased.
	{statements: []string{
		"ALTER TABLE stategen_events ALTER COLUMN record SET STATISTICS 0",
		"ALTER TABLE stategen_state ALTER COLUMN value SET STATISTICS 0",
	}},
}

// migrate brings the tables up to date, or refuses them untouched.
func (st *database) migrate(ctx context.Context) error {
	// Each statement must see what the program before it has committed.
	level := pgx.TxOptions{IsoLevel: pgx.ReadCommitted}
	return pgx.BeginTxFunc(ctx, st.pool, level, func(tx pgx.Tx) error {
		if err := st.checkServer(ctx, tx); err != nil {
			return err
		}
		if err := checkEncoding(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrationLock)); err != nil {
			return err
		}
		if err := st.home.settle(ctx, tx); err != nil {
			return err
		}
		v, err := readVersion(ctx, tx)
		if err == nil {
			err = v.check(len(st.migrations))
		}
		if err != nil || v.steps >= len(st.migrations) {
			return err
		}
		return runMigrations(ctx, tx, st.migrations, v.steps)
	})
}

func checkEncoding(ctx context.Context, tx pgx.Tx) error {
	var encoding string
	if err := tx.QueryRow(ctx, "SHOW server_encoding").Scan(&encoding); err != nil {
		return err
	}
	if encoding != "UTF8" {
		return fmt.Errorf("the database's encoding is %s; it must be UTF8", encoding)
	}
	return nil
}

// version is what the tables say about themselves.
type version struct {
	needs int // a program must know that many migrations to work on them
	steps int // how many migrations have run
}

// check reports that a program which knows so many migrations is too old.
func (v version) check(known int) error {
	if v.needs <= known {
		return nil
	}
	return fmt.Errorf("the tables have version %d, this program knows versions up to %d: %w", v.needs, known, runtime.ErrNewerTables)
}

// readVersion returns the version of the tables, of zeros if there are none. Without
// its one row nobody knows it, and a guess would run migrations twice. Its second
// column came later, and is missing or null in tables that nobody has added to since.
func readVersion(ctx context.Context, tx pgx.Tx) (v version, err error) {
	var exists bool
	err = tx.QueryRow(ctx, "SELECT to_regclass('stategen_version') IS NOT NULL").Scan(&exists)
	if err != nil || !exists {
		return v, err
	}
	var rows int
	err = tx.QueryRow(ctx, `
		SELECT count(*), coalesce(max(version), 0), coalesce(max((to_jsonb(v)->>'steps')::int), max(version), 0)
		FROM stategen_version AS v`).Scan(&rows, &v.needs, &v.steps)
	switch {
	case err != nil:
		return v, err
	case rows != 1:
		return v, fmt.Errorf("the table stategen_version has %d rows in place of one, so the version of the tables is not known; %s", rows, restore)
	case v.needs < 1:
		return v, fmt.Errorf("the table stategen_version says version %d, and versions begin with 1; %s", v.needs, restore)
	}
	return v, nil
}

const restore = "restore it from a backup, or drop all tables whose names begin with stategen_ to begin anew"

// runMigrations runs those that are missing.
func runMigrations(ctx context.Context, tx pgx.Tx, list []migration, done int) error {
	if done == 0 {
		begin := migration{statements: []string{
			"CREATE TABLE stategen_version (version int NOT NULL, steps int)", "INSERT INTO stategen_version VALUES (0)",
		}}
		if err := begin.run(ctx, tx); err != nil {
			return err
		}
	}
	needs := 1
	for i, m := range list {
		if m.breaking {
			needs = i + 1
		}
		if i < done {
			continue
		}
		if err := m.run(ctx, tx); err != nil {
			return fmt.Errorf("migration %d: %w", i+1, err)
		}
	}
	if _, err := tx.Exec(ctx, "ALTER TABLE stategen_version ADD COLUMN IF NOT EXISTS steps int"); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE stategen_version SET version = $1, steps = $2", needs, len(list))
	return err
}

func (m migration) run(ctx context.Context, tx pgx.Tx) error {
	for _, sql := range m.statements {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}

// explain returns the reason for an error: a statement that finds a table or a column
// gone was overtaken by a newer program's migration.
func (st *database) explain(ctx context.Context, err error) error {
	switch sqlState(err) {
	case "42P01", "42703": // undefined_table, undefined_column
	case "26000", "42P05": // a prepared statement that is gone, or was there before
		return fmt.Errorf("the connections lead through a pooler, on which prepared statements don't last: add default_query_exec_mode=exec to the connection string: %w", err)
	default:
		return err
	}
	var needs int
	sql := st.home.text("SELECT max(version) FROM stategen_version")
	if st.pool.QueryRow(ctx, sql).Scan(&needs) != nil {
		return err
	}
	if reason := (version{needs: needs}).check(len(st.migrations)); reason != nil {
		return reason
	}
	return err
}
