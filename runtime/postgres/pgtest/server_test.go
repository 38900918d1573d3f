//go:build unix

package pgtest_test

import (
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
)

var server *pgtest.Server

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, &server)) }

func TestDatabasesAreSeparateAndSurviveAKill(t *testing.T) {
	a, b := server.NewDatabase(t), server.NewDatabase(t)
	query(t, a, "CREATE TABLE x AS SELECT 7 AS n")
	server.Kill()
	if err := server.Restart(); err != nil {
		t.Fatal(err)
	}
	if n := query(t, a, "SELECT n FROM x"); n != 7 {
		t.Errorf("after the restart: %v", n)
	}
	if n := query(t, b, "SELECT count(*)::int FROM pg_tables WHERE tablename = 'x'"); n != 0 {
		t.Errorf("a table of one database shows in the other")
	}
}

// query returns the first column of the first row, 0 if there is none.
func query(t *testing.T, database, sql string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	rows, err := conn.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		if err := rows.Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	if rows.Err() != nil {
		t.Fatal(rows.Err())
	}
	return n
}
