package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	driver "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Opened {
		path := filepath.Join(t.TempDir(), "sessions.db")
		again := func(t testing.TB) *runtime.Service { return open(t, path).Observed(panics) }
		return storetest.Opened{Service: open(t, path), Again: again,
			Damage: func(t testing.TB, what storetest.Stored) { damage(t, path, what) }}
	})
}

// panics is an observer, which must change nothing.
func panics(context.Context, runtime.Call) { panic("observer") }

func open(t testing.TB, path string, opts ...sqlite.Option) *runtime.Service {
	t.Helper()
	svc, err := sqlite.Open(t.Context(), path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := svc.Close(); err != nil {
			t.Error(err)
		}
	})
	return svc
}

// damage spoils what is stored in a file, as a disk or another program may.
func damage(t testing.TB, path string, what storetest.Stored) {
	t.Helper()
	const session = " WHERE session = (SELECT id FROM sessions WHERE app = ?1 AND user = ?2 AND session = ?3)"
	k := what.Session
	scope, name := runtime.ParseKey(what.Key)
	query, args := "UPDATE session_state SET value = '[1, {\"spoilt'"+session+" AND name = ?4", []any{k.AppName, k.UserID, k.SessionID, name}
	switch {
	case what.Key == "":
		query, args[3] = "UPDATE events SET record = substr(record, 1, 25)"+session+" AND seq = ?4", what.Seq
	case scope != runtime.ScopeSession:
		query = "UPDATE shared_state SET value = '[1, {\"spoilt' WHERE app = ?1 AND user = ?2 AND ?3 <> '' AND name = ?4"
		if scope == runtime.ScopeApp {
			args[1] = ""
		}
	}
	conn, err := driver.OpenConn(path, driver.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args}); err != nil {
		t.Fatal(err)
	}
	if conn.Changes() != 1 {
		t.Fatalf("%+v: %d rows damaged", what, conn.Changes())
	}
}
