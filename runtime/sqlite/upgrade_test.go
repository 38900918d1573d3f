package sqlite

import (
	"errors"
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
)

var (
	additive = migration{script: "CREATE TABLE notes (note TEXT); ALTER TABLE sessions ADD COLUMN note TEXT;"}
	breaking = migration{breaking: true, script: `
		ALTER TABLE sessions RENAME TO sessions2; ALTER TABLE events RENAME TO events2; ALTER TABLE session_state RENAME TO session_state2;
		ALTER TABLE shared_state RENAME TO shared_state2; DROP TABLE IF EXISTS notes;`}
)

// migrateBy has a program that knows more migrations open a file.
func migrateBy(t *testing.T, path string, more ...migration) error {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	return migrate(conn, append(migrations[:len(migrations):len(migrations)], more...))
}

func openFile(t *testing.T, path string) *runtime.Service {
	t.Helper()
	svc, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	return svc
}

func add(t *testing.T, svc *runtime.Service, s *runtime.Session) error {
	one := runtime.Op{Kind: runtime.OpSum, Operand: 1}
	return svc.AppendEvent(t.Context(), s, &runtime.Event{Author: "test",
		Actions: runtime.Actions{StateDelta: runtime.Delta{"n": one, "user:n": one, "app:gone": nil}}})
}

// TestAdditiveMigration has a program that runs, and one that is started then, work on
// the tables that a newer program has added to.
func TestAdditiveMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sessions.db")
	running := openFile(t, path)
	s, err := running.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := migrateBy(t, path, additive); err != nil {
			t.Fatal(err)
		}
	}
	for _, svc := range []*runtime.Service{running, openFile(t, path)} {
		if err := add(t, svc, s); err != nil {
			t.Error(err)
		}
	}
	if err := migrateBy(t, path, additive); err != nil {
		t.Errorf("opened again: %v", err)
	}
}

// TestBreakingMigration keeps a program out that runs already, whatever it does.
func TestBreakingMigration(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sessions.db")
	running := openFile(t, path)
	s, err := running.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	if err := add(t, running, s); err != nil { // the statements are prepared
		t.Fatal(err)
	}
	if err := migrateBy(t, path, additive, breaking); err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func() error{
		"append": func() error { return add(t, running, s) },
		"create": func() error {
			_, err := running.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u"})
			return err
		},
		"get": func() error {
			_, err := running.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
			return err
		},
		"list": func() error { _, err := running.List(t.Context(), runtime.ListRequest{AppName: "a"}); return err },
		"delete": func() error {
			return running.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "s"})
		},
		"open": func() error { _, err := Open(t.Context(), path); return err },
	} {
		if err := call(); !errors.Is(err, runtime.ErrNewerTables) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}
