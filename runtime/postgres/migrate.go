package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// migrationLock is the advisory lock under which tables are changed.
const migrationLock = 0x7374617465 // "state"

// migrations bring the tables from each version to the next. A released one
// never changes; stategen_version says how many have run.
var migrations = []string{
	// Values and records are JSON text, because jsonb reorders objects and
	// rewrites numbers. Text is compared by bytes, as Go does. A state row
	// belongs to a session (its id), to a user (session 0), or to an app
	// (session 0, user ''); its key is the full one, prefix included. Events
	// number 0 record the creation of a session.
	`
	CREATE TABLE stategen_sessions (
		id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- never used twice
		app        text COLLATE "C" NOT NULL,
		user_id    text COLLATE "C" NOT NULL,
		session_id text COLLATE "C" NOT NULL,
		seq        bigint NOT NULL, -- of the last event
		updated    timestamptz NOT NULL,
		UNIQUE (app, user_id, session_id)
	);
	CREATE TABLE stategen_events (
		session bigint NOT NULL,
		seq     bigint NOT NULL,
		id      text COLLATE "C" NOT NULL,
		at      timestamptz NOT NULL,
		record  text COLLATE "C" NOT NULL,
		PRIMARY KEY (session, seq),
		UNIQUE (session, id)
	);
	CREATE INDEX stategen_events_at ON stategen_events (session, at);
	CREATE TABLE stategen_state (
		app     text COLLATE "C" NOT NULL,
		user_id text COLLATE "C" NOT NULL,
		session bigint NOT NULL,
		key     text COLLATE "C" NOT NULL,
		value   text COLLATE "C" NOT NULL,
		PRIMARY KEY (app, user_id, session, key)
	);
	`,
}

// migrate brings the tables up to date, or refuses them untouched.
func (st *database) migrate(ctx context.Context) error {
	// Each statement must see what the program before it has committed.
	level := pgx.TxOptions{IsoLevel: pgx.ReadCommitted}
	return pgx.BeginTxFunc(ctx, st.pool, level, func(tx pgx.Tx) error {
		if err := checkEncoding(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrationLock)); err != nil {
			return err
		}
		if err := st.home.settle(ctx, tx); err != nil {
			return err
		}
		version, err := readVersion(ctx, tx)
		switch {
		case err != nil:
			return err
		case version > len(migrations):
			return fmt.Errorf("the tables have version %d, this program knows versions up to %d: a newer program wrote them",
				version, len(migrations))
		case version == len(migrations):
			return nil
		}
		return runMigrations(ctx, tx, version)
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

// readVersion returns the version of the tables, 0 if there are none. Without its
// one row nobody knows it, and a guess would run migrations twice.
func readVersion(ctx context.Context, tx pgx.Tx) (version int, err error) {
	var exists bool
	err = tx.QueryRow(ctx, "SELECT to_regclass('stategen_version') IS NOT NULL").Scan(&exists)
	if err != nil || !exists {
		return 0, err
	}
	var rows int
	err = tx.QueryRow(ctx, "SELECT count(*), coalesce(max(version), 0) FROM stategen_version").Scan(&rows, &version)
	switch {
	case err != nil:
		return 0, err
	case rows != 1:
		return 0, fmt.Errorf("the table stategen_version has %d rows in place of one, so the version of the tables is not known; %s", rows, restore)
	case version < 1:
		return 0, fmt.Errorf("the table stategen_version says version %d, and versions begin with 1; %s", version, restore)
	}
	return version, nil
}

const restore = "restore it from a backup, or drop all tables whose names begin with stategen_ to begin anew"

// runMigrations runs those that are missing. Scripts need the simple protocol,
// which takes several statements at once.
func runMigrations(ctx context.Context, tx pgx.Tx, version int) error {
	scripts := migrations[version:]
	if version == 0 {
		scripts = append([]string{
			"CREATE TABLE stategen_version (version int NOT NULL); INSERT INTO stategen_version VALUES (0)",
		}, scripts...)
	}
	for _, script := range scripts {
		if _, err := tx.Exec(ctx, script, pgx.QueryExecModeSimpleProtocol); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "UPDATE stategen_version SET version = $1", len(migrations))
	return err
}
