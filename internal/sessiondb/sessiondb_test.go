//go:build unix

package sessiondb_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	store "github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

var server *pgtest.Server

func TestMain(m *testing.M) {
	if dsn := os.Getenv(importTo); dsn != "" {
		if err := importInput(dsn); err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	os.Exit(pgtest.Main(m, &server))
}

// fill stores the same in any service.
func fill(t *testing.T, svc *runtime.Service) {
	t.Helper()
	ctx := t.Context()
	for _, r := range []runtime.CreateRequest{
		{AppName: "a", UserID: "u", SessionID: "2", State: map[string]any{"n": 1, "user:name": "Ada", "app:motd": "hi"}},
		{AppName: "a", UserID: "u", SessionID: "1", State: map[string]any{"user:user:odd": true}},
		{AppName: "a", UserID: "t", SessionID: "1", State: map[string]any{"list": []any{1, nil, "é"}}},
		{AppName: "b", UserID: "gone", SessionID: "1", State: map[string]any{"user:left": 1.5}},
	} {
		if _, err := svc.Create(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	s, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "2"})
	if err == nil {
		err = svc.AppendEvent(ctx, s, &runtime.Event{Author: "teller", Actions: runtime.Actions{StateDelta: runtime.Delta{
			"n": runtime.Op{Kind: runtime.OpSum, Operand: 4}, "m": "x"}}})
	}
	if err == nil {
		err = svc.Delete(ctx, runtime.DeleteRequest{AppName: "b", UserID: "gone", SessionID: "1"})
	}
	if err != nil {
		t.Fatal(err)
	}
}

const filled = `a// {"app:motd":"hi"}
a/t/ {}
a/t/1 {"list":[1,null,"é"]}
a/u/ {"user:name":"Ada","user:user:odd":true}
a/u/1 {}
a/u/2 {"m":"x","n":5}
b// {}
b/gone/ {"user:left":1.5}
`

func states(t *testing.T, db *sessiondb.DB) string {
	t.Helper()
	var b strings.Builder
	for s, err := range db.States(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]any{}
		for _, v := range s.Values {
			if values[v.Key] = v.Value; v.Damaged {
				values[v.Key] = "DAMAGED"
			}
		}
		text, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s/%s/%s %s\n", s.App, s.User, s.Session, text)
	}
	return b.String()
}

func open(t *testing.T, dsn string) *sessiondb.DB {
	t.Helper()
	db, err := sessiondb.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func ownSQLite(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.db")
	svc, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, svc)
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func checkOwn(t *testing.T, dsn string) {
	db := open(t, dsn)
	var passed []int64
	db.Progress = func(n int64) { passed = append(passed, n) }
	if err := db.Export(t.Context(), io.Discard, transfer.Select{}, nil); err != nil || !slices.Equal(passed, []int64{1, 2, 3}) {
		t.Errorf("passed %v, error %v", passed, err)
	}
	if got := states(t, db); got != filled || db.Tables != "stategen" {
		t.Errorf("%s:\n%s\nwant:\n%s", db.Tables, got, filled)
	}
	events := 0
	for e, err := range db.Events(t.Context()) {
		if err != nil || e.Damaged {
			t.Fatal(e, err)
		}
		events++
	}
	if events != 4 {
		t.Errorf("%d events, want 4", events)
	}
}

func TestOwnSQLite(t *testing.T) {
	path := ownSQLite(t)
	before := folder(t, path)
	t.Cleanup(func() { // when the databases are closed
		if after := folder(t, path); after != before {
			t.Errorf("the folder was\n%s\nand is\n%s", before, after)
		}
	})
	checkOwn(t, path)
	checkOwn(t, "sqlite:"+path)
}

// folder says what lies in a file's folder.
func folder(t *testing.T, path string) string {
	var b strings.Builder
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		fmt.Fprintln(&b, e.Name(), err, len(text), slices.Max(append([]byte{0}, text...)))
	}
	return b.String()
}

func TestOwnPostgres(t *testing.T) {
	dsn := server.NewDatabase(t)
	svc, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, svc)
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	checkOwn(t, dsn)
}

// adkTables are those of ADK's database session service, as gorm makes them.
const adkTables = `
CREATE TABLE sessions (app_name text, user_id text, id text, state TEXT, create_time TIMESTAMP, update_time TIMESTAMP);
CREATE TABLE user_states (app_name text, user_id text, state TEXT);
CREATE TABLE app_states (app_name text, state TEXT);
CREATE TABLE events (id text, app_name text, user_id text, session_id text, author text, actions BYTES, timestamp TIMESTAMP);
INSERT INTO sessions (app_name, user_id, id, state) VALUES ('a', 'u', '1', '{"n": 5, "m": "x", "none": null}'), ('a', 'u', '2', '{}');
INSERT INTO sessions (app_name, user_id, id, state) VALUES ('a', 'v', '1', 'broken'), ('b', 'v', '1', '');
INSERT INTO user_states VALUES ('a', 'u', '{"name": "Ada"}'), ('a', 'v', '{"user:name": "Bob"}');
INSERT INTO app_states VALUES ('a', '{"motd": "hi"}');
INSERT INTO events VALUES ('e', 'a', 'u', '1', 'teller', '{"stateDelta":{"m":"x"}}', '2026-01-01'), ('f', 'a', 'u', '1', 'x', '?', '2026-01-02');
`

const adkFilled = `a// {"app:motd":"hi"}
a/u/ {"user:name":"Ada"}
a/u/1 {"m":"x","n":5}
a/u/2 {}
a/v/ {"user:name":"Bob"}
a/v/1 {"":"DAMAGED"}
b// {}
b/v/ {}
b/v/1 {}
`

func checkADK(t *testing.T, dsn string) {
	db := open(t, dsn)
	if got := states(t, db); got != adkFilled || db.Tables != "ADK" {
		t.Errorf("%s:\n%s\nwant:\n%s", db.Tables, got, adkFilled)
	}
	damaged := 0
	for e, err := range db.Events(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Damaged {
			damaged++
		}
	}
	if damaged != 1 {
		t.Errorf("%d damaged events, want 1", damaged)
	}
}

func TestADKSQLite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "adk.db")
	create(t, path, adkTables)
	checkADK(t, path)
}

func TestADKPostgres(t *testing.T) {
	dsn := server.NewDatabase(t)
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), strings.ReplaceAll(adkTables, "BYTES", "bytea"), pgx.QueryExecModeSimpleProtocol)
	if err = errors.Join(err, conn.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	checkADK(t, dsn)
}

func create(t *testing.T, path, script string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sqlitex.ExecuteScript(conn, script, nil), conn.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestNotADatabase has what people mistype. None of it may make or change a file,
// or print a password.
func TestNotADatabase(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	other, newer := filepath.Join(dir, "other.db"), filepath.Join(dir, "newer.db")
	create(t, other, "CREATE TABLE t (x);")
	create(t, newer, "CREATE TABLE session_state (x); PRAGMA user_version = 9;")
	none := server.NewDatabase(t)
	cases := map[string]string{
		filepath.Join(dir, "none.db"):               "there is no such file",
		file("text.db", "not a database, but text"): "not a database",
		file("empty.db", ""):                        "no tables of",
		dir:                                         "is a folder",
		other:                                       "no tables of",
		newer:                                       "have version 9",
		none:                                        "no tables of",
		server.ConnString("nowhere"):                "does not exist",
		"postgres://u:secret@127.0.0.1:1/d":         "127.0.0.1:1/d",
		"postgres://u:sec%ret@h/d":                  "not valid",
		"postgres://u:12/sec@h/d":                   "not valid",
		"postgres://u:12#sec@h/d":                   "not valid",
		"host=h dbname=postgres://u:sec@h/d":        "not valid",
		"Postgres://u:sec@h/d":                      "no file of that name",
		"postgres:u:sec@h/d":                        "no file of that name",
		"mysql://u:sec@h/d":                         "no file of that name",
		"application_name=x password=sec":           "no file of that name",
		"host=127.0.0.1 port=1 password=secret user=u dbname=d": "127.0.0.1:1/d",
		"":         "there is no such file",
		":memory:": "there is no such file",
	}
	before := folder(t, other)
	for dsn, want := range cases {
		db, err := sessiondb.Open(t.Context(), dsn)
		if err == nil {
			t.Errorf("%q is %s", dsn, db.Tables)
			continue
		}
		if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "sec") && strings.Contains(dsn, "sec") {
			t.Errorf("%q: got error %q, want %q", dsn, err, want)
		}
	}
	if after := folder(t, other); after != before {
		t.Errorf("the folder was\n%s\nand is\n%s", before, after)
	}
}

// TestVanishes has the server end the connection half-way.
func TestVanishes(t *testing.T) {
	dsn := server.NewDatabase(t)
	svc, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, svc)
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sessiondb.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	killer, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = killer.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
	if err = errors.Join(err, killer.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	err = nil
	for _, err = range db.States(t.Context()) {
	}
	if err == nil || !strings.Contains(err.Error(), db.Name) {
		t.Errorf("got %v", err)
	}
}

func TestContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	db, err := sessiondb.Open(ctx, ownSQLite(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	cancel()
	for _, err = range db.States(ctx) {
	}
	if err == nil {
		t.Error("read after its context's end")
	}
}
