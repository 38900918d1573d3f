//go:build unix

package postgres

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
)

var (
	additive = migration{statements: []string{"CREATE TABLE stategen_notes (note text)", "ALTER TABLE stategen_sessions ADD COLUMN note text"}}
	breaking = migration{breaking: true, statements: []string{
		"ALTER TABLE stategen_sessions RENAME TO stategen_sessions2", "ALTER TABLE stategen_events RENAME TO stategen_events2",
		"ALTER TABLE stategen_state RENAME TO stategen_state2", "DROP TABLE IF EXISTS stategen_notes"}}
)

// openWith opens a database with a program that knows more migrations.
func openWith(t *testing.T, db string, more ...migration) (*database, error) {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	st := newDatabase(pool, true)
	t.Cleanup(func() { _ = st.Close() })
	st.migrations = append(st.migrations[:len(st.migrations):len(st.migrations)], more...)
	return st, st.prepare(t.Context())
}

// TestAdditiveMigration has programs of two releases work on the same tables, and
// both open them, in any order.
func TestAdditiveMigration(t *testing.T) {
	db := server.NewDatabase(t)
	running := openService(t, db)
	s := create(t, running, "s")
	newer, err := openWith(t, db, additive)
	if err != nil {
		t.Fatal(err)
	}
	for _, svc := range []*runtime.Service{running, openService(t, db), runtime.NewService(newer)} {
		if err := svc.AppendEvent(t.Context(), s, event(runtime.Delta{"n": sum(1), "user:n": sum(1), "app:gone": nil})); err != nil {
			t.Error(err)
		}
	}
	if _, err := openWith(t, db, additive); err != nil {
		t.Errorf("opened again: %v", err)
	}
	if n, _ := get(t, running, runtime.GetRequest{SessionID: "s"}).State().Get("user:n"); n != 3 {
		t.Errorf("%v of 3", n)
	}
}

// TestBreakingMigration keeps a program out that runs already, whatever it does.
func TestBreakingMigration(t *testing.T) {
	db := server.NewDatabase(t)
	st := openStore(t, db)
	running := runtime.NewService(st)
	s := create(t, running, "s")
	for range 2 { // the server knows the statements
		if err := running.AppendEvent(t.Context(), s, event(runtime.Delta{"n": sum(1), "user:n": sum(1)})); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := openWith(t, db, additive, breaking); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("the tables have version %d, this program knows versions up to %d: written by a newer program", len(migrations)+2, len(migrations))
	key := runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"}
	calls := map[string]func() error{
		"append": func() error {
			return running.AppendEvent(t.Context(), s, event(runtime.Delta{"n": sum(1), "user:n": sum(1)}))
		},
		"update": func() error {
			return runtime.Update(t.Context(), running, s, event(nil), func(st runtime.State) error {
				for range st.All() { // reading is the point
				}
				return st.Set("app:n", 1)
			})
		},
		"create": func() error {
			_, err := running.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u"})
			return err
		},
		"get":  func() error { _, err := running.Get(t.Context(), key); return err },
		"list": func() error { _, err := running.List(t.Context(), runtime.ListRequest{AppName: "a"}); return err },
		"delete": func() error {
			return running.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "s"})
		},
		"open": func() error { _, err := Open(t.Context(), db); return err },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, runtime.ErrNewerTables) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
	if err := calls["list"](); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
