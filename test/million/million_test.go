//go:build unix

package million

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	driver "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

func TestMain(m *testing.M) {
	Child()
	os.Exit(m.Run())
}

// TestMillion measures maintenance beside writers, and on Redis calls.
func TestMillion(t *testing.T) {
	n := Sessions(t)
	t.Run("sqlite", func(t *testing.T) { onSQLite(t, n) })
	t.Run("postgres", func(t *testing.T) { onPostgres(t, n) })
	t.Run("redis", func(t *testing.T) { onRedis(t, n) })
}

// onSQLite keeps the file in the folder that STATEGEN_TEST_MILLION_DIR names, so that one
// step after the other can be measured.
func onSQLite(t *testing.T, n int) {
	path := filepath.Join(cmp.Or(os.Getenv("STATEGEN_TEST_MILLION_DIR"), t.TempDir()), "million.db")
	svc, err := sqlite.Open(t.Context(), path)
	closing(t, svc, err)
	fillFile(t, svc, path, n)
	t.Logf("%d MB", size(path)>>20)
	Run(t, svc, n, path)
	t.Logf("%d MB", size(path)>>20)
}

// closing closes a service that could be opened when the test ends.
func closing(t *testing.T, svc *runtime.Service, err error) {
	t.Helper()
	must(t, err)
	t.Cleanup(func() {
		if err := svc.Close(); err != nil {
			t.Error(err)
		}
	})
}

func size(path string) (n int64) {
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}

// record is the SQL of an event's text, whose number is that of a column.
func record(column string) string {
	return strings.ReplaceAll(`'{"id":"' || e || '","seq":' || e || ',"timestamp":"2026-03-14T00:00:00Z","actions":{"stateDelta":{"n":' || e || ',"text":"`+
		strings.Repeat("x", 100)+`"}}}'`, "|| e ||", "|| "+column+" ||")
}

// fillFile fills the file, unless it has been filled before.
func fillFile(t *testing.T, svc *runtime.Service, path string, n int) {
	if there, err := svc.List(t.Context(), runtime.ListRequest{AppName: "big", Limit: 1}); err != nil || len(there) > 0 {
		return
	}
	numbers := func(from, to int) string {
		return fmt.Sprintf("WITH RECURSIVE c(i) AS (SELECT %d UNION ALL SELECT i + 1 FROM c WHERE i < %d)", from, to)
	}
	now := time.Now().UnixMicro()
	old := now - 7*24*3600*1e6
	conn, err := driver.OpenConn(path, driver.OpenReadWrite)
	must(t, err)
	for _, query := range []string{ // with what tells that all is there at the end
		numbers(1, n) + " INSERT INTO events SELECT i, e, e, 1773446400000000, " + record("e") + " FROM c, (SELECT 0 AS e UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)",
		numbers(1, n) + " INSERT INTO session_state SELECT i, k, '\"" + strings.Repeat("x", 100) + "\"' FROM c, (SELECT 'n' AS k UNION ALL SELECT 'text')",
		numbers(0, n/10-1) + " INSERT INTO shared_state SELECT 'big', 'u' || i, 'name', '\"x\"' FROM c",
		fmt.Sprintf("INSERT INTO sessions VALUES (%d, 'big', 'long', 's', 300000, %d, %d)", n+1, now, now),
		numbers(0, 300_000) + fmt.Sprintf(" INSERT INTO events SELECT %d, i, i, 1773446400000000, ", n+1) + record("i") + " FROM c",
		numbers(1, n) + fmt.Sprintf(" INSERT INTO sessions SELECT i, 'big', 'u' || (i %% %d), 's' || i, 3, iif(i %% 10 = 0, %d, %d), iif(i %% 10 = 0, %[2]d, %[3]d) FROM c", n/10, old, now),
	} {
		err = errors.Join(err, sqlitex.ExecuteTransient(conn, query, nil))
	}
	must(t, errors.Join(err, conn.Close()))
}

func onPostgres(t *testing.T, n int) {
	server, err := pgtest.Start()
	must(t, err)
	t.Cleanup(server.Stop)
	db := server.NewDatabase(t)
	svc, err := postgres.Open(t.Context(), db+" pool_max_conns=20")
	closing(t, svc, err)
	conn, err := pgx.Connect(t.Context(), db)
	must(t, err)
	const idle = "CASE WHEN i % 10 = 0 THEN now() - interval '7 days' ELSE now() END"
	for _, query := range []string{
		fmt.Sprintf("INSERT INTO stategen_sessions (app, user_id, session_id, seq, updated, touched) SELECT 'big', 'u' || (i %% %d), 's' || i, 3, %s, %[2]s FROM generate_series(1, %[3]d) AS i", n/10, idle, n),
		"INSERT INTO stategen_events SELECT s.id, e, e::text, '2026-03-14', " + record("e") + " FROM stategen_sessions AS s, generate_series(0, 3) AS e",
		"INSERT INTO stategen_state SELECT app, user_id, id, k, '\"" + strings.Repeat("x", 100) + "\"' FROM stategen_sessions, unnest(ARRAY['n', 'text']) AS k",
		fmt.Sprintf("INSERT INTO stategen_state SELECT 'big', 'u' || i, 0, 'user:name', '\"x\"' FROM generate_series(0, %d) AS i", n/10-1),
		"INSERT INTO stategen_sessions (app, user_id, session_id, seq, updated) VALUES ('big', 'long', 's', 300000, now())",
		"INSERT INTO stategen_events SELECT (SELECT id FROM stategen_sessions WHERE user_id = 'long'), e, e::text, '2026-03-14', " + record("e") + " FROM generate_series(0, 300000) AS e",
		"ANALYZE",
	} {
		_, failed := conn.Exec(t.Context(), query)
		err = errors.Join(err, failed)
	}
	must(t, errors.Join(err, conn.Close(t.Context())))
	Run(t, svc, n, db)
}
