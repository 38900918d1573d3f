//go:build unix

package postgres

import (
	"context"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

var server *pgtest.Server

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, &server)) }

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Opened {
		db := server.NewDatabase(t)
		again := func(t testing.TB) *runtime.Service { return openService(t, db+" search_path=public").Observed(panics) }
		return storetest.Opened{Service: openElsewhere(t, db), Again: again,
			Damage: func(t testing.TB, what storetest.Stored) { damage(t, db, what) },
			Lossy: func(t testing.TB) (*runtime.Service, func(int) func() bool) {
				p := startProxyTo(t, server.Socket())
				return openService(t, p.connString(db+" search_path=public")), p.loseAnswer
			}}
	})
}

// panics is an observer, which must change nothing.
func panics(context.Context, runtime.Call) { panic("observer") }

func openService(t testing.TB, db string) *runtime.Service {
	t.Helper()
	svc, err := Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	return svc
}

func openStore(t testing.TB, db string) *database {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	st := newDatabase(pool, true)
	t.Cleanup(func() { _ = st.Close() })
	if err := st.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return st
}

// damage spoils what is stored in a database, as a disk or another program may.
func damage(t testing.TB, db string, what storetest.Stored) {
	t.Helper()
	const session = " WHERE session = (SELECT id FROM stategen_sessions WHERE app = $1 AND user_id = $2 AND session_id = $3)"
	k := what.Session
	scope, _ := runtime.ParseKey(what.Key)
	query, args := `UPDATE stategen_state SET value = '[1, {"spoilt'`+session+" AND key = $4", []any{k.AppName, k.UserID, k.SessionID, what.Key}
	switch {
	case what.Key == "":
		query, args[3] = "UPDATE stategen_events SET record = left(record, 25)"+session+" AND seq = $4", what.Seq
	case scope != runtime.ScopeSession:
		query = `UPDATE stategen_state SET value = '[1, {"spoilt' WHERE app = $1 AND user_id = $2 AND $3 <> '' AND session = 0 AND key = $4`
		if scope == runtime.ScopeApp {
			args[1] = ""
		}
	}
	conn, err := pgx.Connect(t.Context(), db+" search_path=public")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if tag, err := conn.Exec(t.Context(), query, args...); err != nil || tag.RowsAffected() != 1 {
		t.Fatalf("%+v: %v, error %v", what, tag, err)
	}
}
