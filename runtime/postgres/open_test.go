//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
)

func exec(t *testing.T, db, sql string) {
	t.Helper()
	ctx := context.Background() // the test's own has ended when it cleans up
	conn, err := pgx.Connect(ctx, db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatal(err)
	}
}

func TestOpenByManyAtOnce(t *testing.T) {
	for _, level := range []string{"read\\ committed", "serializable"} {
		db := server.NewDatabase(t) + " default_transaction_isolation=" + level
		inParallel(t, 8, func(int) error {
			svc, err := Open(t.Context(), db)
			if err != nil {
				return err
			}
			return svc.Close()
		})
		create(t, openService(t, db), "s")
	}
}

func TestOpenKeepsWhatIsThere(t *testing.T) {
	db := server.NewDatabase(t)
	create(t, openService(t, db), "s")
	get(t, openService(t, db), runtime.GetRequest{SessionID: "s"})
}

// TestOpenWithoutRights opens a database whose tables are up to date, as a user
// who may not make any.
func TestOpenWithoutRights(t *testing.T) {
	db := server.NewDatabase(t)
	create(t, openService(t, db), "s")
	exec(t, db, `CREATE ROLE app LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app`)
	t.Cleanup(func() { server.Exec(t, "DROP ROLE app") })
	t.Cleanup(func() { exec(t, db, "DROP OWNED BY app") })
	svc := openService(t, strings.Replace(db, "user=postgres", "user=app", 1))
	s := get(t, svc, runtime.GetRequest{SessionID: "s"})
	if err := svc.AppendEvent(t.Context(), s, event(runtime.Delta{"n": sum(1), "gone": nil})); err != nil {
		t.Error(err)
	}
}

func TestOpenRefusesNewerTables(t *testing.T) {
	db := server.NewDatabase(t)
	create(t, openService(t, db), "s")
	exec(t, db, "UPDATE stategen_version SET version = 7")
	_, err := Open(t.Context(), db)
	want := fmt.Sprintf("session database: the tables have version 7, this program knows versions up to %d: written by a newer program", len(migrations))
	if err == nil || err.Error() != want {
		t.Errorf("got error %v\nwant %s", err, want)
	}
	exec(t, db, "UPDATE stategen_version SET version = 1")
	get(t, openService(t, db), runtime.GetRequest{SessionID: "s"})
}

func TestOpenRefusesOtherEncodings(t *testing.T) {
	server.Exec(t, "CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0")
	t.Cleanup(func() { server.Exec(t, "DROP DATABASE latin") })
	_, err := Open(t.Context(), server.ConnString("latin"))
	if err == nil || err.Error() != "session database: the database's encoding is LATIN1; it must be UTF8" {
		t.Errorf("got error %v", err)
	}
}

// TestSearchPath keeps two sets of tables in one database.
func TestSearchPath(t *testing.T) {
	db := server.NewDatabase(t)
	exec(t, db, "CREATE SCHEMA one; CREATE SCHEMA two")
	one, two := openService(t, db+" search_path=one"), openService(t, db+" search_path=two")
	create(t, one, "s")
	if _, err := two.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"}); !errors.Is(err, runtime.ErrSessionNotFound) {
		t.Errorf("got error %v", err)
	}
}

func TestOpenErrors(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, test := range []struct {
		ctx          context.Context
		db, contains string
	}{
		{t.Context(), "host=", "session database: "},
		{t.Context(), "postgres://u:secret@[x", "session database: "},
		{t.Context(), "password=secret pool_max_conns=many", "session database: "},
		{t.Context(), server.ConnString("missing") + " password=secret", `database "missing" does not exist`},
		{ended, server.ConnString("postgres"), "context canceled"},
	} {
		svc, err := Open(test.ctx, test.db)
		if err == nil {
			_ = svc.Close()
			t.Errorf("%s: opened", test.db)
			continue
		}
		if !strings.Contains(err.Error(), test.contains) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: got error %v", test.db, err)
		}
	}
}

func TestClosed(t *testing.T) {
	svc := openService(t, server.NewDatabase(t))
	s := create(t, svc, "s")
	for range 2 {
		if err := svc.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := svc.AppendEvent(t.Context(), s, event(nil)); !errors.Is(err, runtime.ErrClosed) {
		t.Errorf("got error %v", err)
	}
	if _, err := svc.List(t.Context(), runtime.ListRequest{AppName: "a"}); !errors.Is(err, runtime.ErrClosed) {
		t.Errorf("got error %v", err)
	}
}

// TestNewLeavesPoolOpen runs a service on a pool of the caller's.
func TestNewLeavesPoolOpen(t *testing.T) {
	pool, err := pgxpool.New(t.Context(), server.NewDatabase(t))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for _, id := range []string{"one", "two"} {
		svc, err := New(t.Context(), pool)
		if err != nil {
			t.Fatal(err)
		}
		create(t, svc, id)
		if err := svc.Close(); err != nil {
			t.Error(err)
		}
		if _, err := svc.List(t.Context(), runtime.ListRequest{AppName: "a"}); !errors.Is(err, runtime.ErrClosed) {
			t.Errorf("got error %v", err)
		}
	}
	if err := pool.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestBrokenRowsAreErrors reads what another program has damaged.
func TestBrokenRowsAreErrors(t *testing.T) {
	db := server.NewDatabase(t)
	svc := openService(t, db)
	s := create(t, svc, "s")
	if err := svc.AppendEvent(t.Context(), s, event(runtime.Delta{"k": 1})); err != nil {
		t.Fatal(err)
	}
	for _, damage := range []struct{ sql, repair, want string }{
		{"UPDATE stategen_state SET value = '{'", "UPDATE stategen_state SET value = '1'",
			`the stored value of state key "k" can't be read: the JSON text is wrong at byte 1`},
		{"UPDATE stategen_events SET record = '[]' WHERE seq = 1", "SELECT 1",
			"the stored event 1 can't be read: the JSON text has the wrong type at byte 2"},
	} {
		sql, want := damage.sql, damage.want
		exec(t, db, sql)
		_, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
		if want = `app "a", user "u", session "s": ` + want; err == nil || err.Error() != want {
			t.Errorf("%s:\n got %v\nwant %s", sql, err, want)
		}
		exec(t, db, damage.repair)
	}
}

// TestReadingSharedWritesNothing counts the rows.
func TestReadingSharedWritesNothing(t *testing.T) {
	db := server.NewDatabase(t)
	svc := openService(t, db)
	for _, user := range []string{"", "u"} {
		s, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: "a", UserID: user})
		if err != nil {
			t.Fatal(err)
		}
		if s.Events().Len() != 0 || !s.LastUpdateTime().IsZero() {
			t.Errorf("%d events, last update %v", s.Events().Len(), s.LastUpdateTime())
		}
	}
	var ids []string
	query(t, db, "SELECT session_id FROM stategen_sessions", &ids)
	if len(ids) != 0 {
		t.Errorf("%d rows", len(ids))
	}
}

// TestNoPasswordInErrors opens strings that can't be parsed.
func TestNoPasswordInErrors(t *testing.T) {
	for _, text := range []string{
		"host=localhost password = s3cret x", "host=localhost password = s3cret sslmode=none", "postgres://u:s3cret/x@host:1/db",
		"postgres://u:s3cret@host:port/db", "password='s3cret", "postgres://u:%zzs3cret@host/db", "host=h password = s3cret port=x",
	} {
		_, err := Open(t.Context(), text)
		if err == nil || strings.Contains(err.Error(), "s3c") || !strings.Contains(err.Error(), "the connection string can't be used: ") {
			t.Errorf("%s: error %v", text, err)
		}
	}
}
