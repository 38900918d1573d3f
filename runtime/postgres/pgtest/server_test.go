//go:build unix

package pgtest_test

import (
	"os"
	"strings"
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

func TestADatabaseUsedAgainIsEmpty(t *testing.T) {
	var first string
	t.Run("first", func(t *testing.T) {
		first = server.NewDatabase(t)
		query(t, first, "CREATE SCHEMA other CREATE TABLE y (n int)")
		query(t, first, "CREATE TABLE x AS SELECT 7 AS n")
		query(t, first, "ALTER DATABASE "+first[strings.LastIndex(first, "=")+1:]+" SET search_path = other")
	})
	again := server.NewDatabase(t)
	if again != first {
		t.Fatalf("got %s, want %s once more", again, first)
	}
	if n := query(t, again, "SELECT count(*)::int FROM pg_namespace WHERE nspname = 'other'"); n != 0 {
		t.Error("a schema is left")
	}
	if n := query(t, again, "SELECT count(*)::int FROM pg_tables WHERE tablename = 'x'"); n != 0 {
		t.Error("a table is left")
	}
	query(t, again, "CREATE TABLE z (n int)") // fails on the search path of before
	if n := query(t, again, "SELECT count(*)::int FROM pg_namespace WHERE nspname = 'public' AND has_schema_privilege('pg_monitor', oid, 'USAGE')"); n != 1 {
		t.Error("other users can't use the schema public")
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
