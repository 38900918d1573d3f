package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver that other frameworks register
	driver "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

var ctx = context.Background()

func TestReopen(t *testing.T) {
	for _, name := range []string{"plain.db", "a b?c#d%20&e=f.db", "file:x.db", "ключ.db", "'\".db"} {
		path := filepath.Join(t.TempDir(), name)
		svc := open(t, path)
		s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: map[string]any{"n": 1}})
		if err != nil {
			t.Fatal(err)
		}
		append1(t, svc, s, runtime.Delta{"n": 2, "user:x": "y"})
		if err := svc.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"}); !errors.Is(err, runtime.ErrClosed) {
			t.Errorf("get after close: %v", err)
		}
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		got, err := open(t, path).Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := got.State().Get("n"); err != nil || n != 2 || got.Events().Len() != 1 {
			t.Errorf("%s: n is %v (%v) after %d events", name, n, err, got.Events().Len())
		}
	}
}

// TestRefused gives Open files that it must leave as they are.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(t *testing.T, path string)
		want    string
	}{
		"newer": {func(t *testing.T, path string) {
			svc := open(t, path)
			if err := svc.Close(); err != nil {
				t.Fatal(err)
			}
			execute(t, path, "PRAGMA user_version=99")
		}, "the file has version 99, this program knows versions up to 2: written by a newer program"},
		"another program's": {func(t *testing.T, path string) { execute(t, path, "CREATE TABLE notes (text)") },
			"the file belongs to another program"},
		"no database": {func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(strings.Repeat("not a database\n", 100)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "file is not a database"},
		"a folder": {func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "unable to open database file"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.db")
			c.prepare(t, path)
			before, _ := os.ReadFile(path)
			svc, err := sqlite.Open(ctx, path)
			if err == nil {
				_ = svc.Close()
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
				t.Fatalf("got error %v, want one with %q", err, c.want)
			}
			if after, _ := os.ReadFile(path); string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
	for _, path := range []string{"", ":memory:", "x\x00.db"} {
		if _, err := sqlite.Open(ctx, path); err == nil {
			t.Errorf("%q was opened", path)
		}
	}
}

// TestOpenTogether has many open a file that doesn't exist yet.
func TestOpenTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	var wait parallel.Group
	for i := range 8 {
		wait.Go(func() {
			svc, err := sqlite.Open(ctx, path)
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i)}); err != nil {
				t.Error(err)
			}
			if err := svc.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	infos, err := open(t, path).List(ctx, runtime.ListRequest{AppName: "a"})
	if err != nil || len(infos) != 8 {
		t.Fatalf("%d sessions, error %v", len(infos), err)
	}
}

// TestFileTakenAway has the file go away under an open service: what it would
// acknowledge now nobody would ever find.
func TestFileTakenAway(t *testing.T) {
	for name, takeAway := range map[string]func(path string) error{
		"deleted":  os.Remove,
		"moved":    func(path string) error { return os.Rename(path, path+".old") },
		"replaced": func(path string) error { return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600)) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.db")
			svc := open(t, path)
			s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
			if err != nil {
				t.Fatal(err)
			}
			if err := takeAway(path); err != nil {
				t.Fatal(err)
			}
			_, errCreate := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "t"})
			for call, err := range map[string]error{
				"append": svc.AppendEvent(ctx, s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": 1}}}),
				"create": errCreate,
			} {
				want := fmt.Sprintf("session database %q: the file was deleted, moved or replaced while it was open", path)
				if err == nil || err.Error() != want {
					t.Errorf("%s: got error %v, want %s", call, err, want)
				}
			}
		})
	}
}

// TestWaitsUntilContextEnds lets another process, so to speak, hold the write
// lock.
func TestWaitsUntilContextEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	svc := open(t, path)
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	other, err := driver.OpenConn(path, driver.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	if err := sqlitex.ExecuteTransient(other, "BEGIN IMMEDIATE", nil); err != nil {
		t.Fatal(err)
	}
	event := &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": 1}}}
	for range 5 {
		short, cancel := context.WithCancel(ctx)
		go cancel()
		if err := svc.AppendEvent(short, s, event); !errors.Is(err, context.Canceled) {
			t.Fatalf("got error %v", err)
		}
	}
	done := make(chan error)
	go func() { done <- svc.AppendEvent(ctx, s, event) }()
	if _, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"}); err != nil {
		t.Errorf("a reader had to wait: %v", err)
	}
	if err := sqlitex.ExecuteTransient(other, "COMMIT", nil); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if s.Events().Len() != 1 {
		t.Fatalf("%d events", s.Events().Len())
	}
}

// TestBesideADriver has this binary link a SQLite driver for database/sql: if
// this package registered one too, the binary would not even start.
func TestBesideADriver(t *testing.T) {
	if names := sql.Drivers(); !slices.Equal(names, []string{"sqlite"}) {
		t.Fatalf("drivers %v are registered", names)
	}
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "theirs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	svc := open(t, filepath.Join(t.TempDir(), "ours.db"))
	if _, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u"}); err != nil {
		t.Error(err)
	}
	if _, err := db.Exec("CREATE TABLE t (x)"); err != nil {
		t.Error(err)
	}
}

func append1(t *testing.T, svc *runtime.Service, s *runtime.Session, delta runtime.Delta) {
	t.Helper()
	if err := svc.AppendEvent(ctx, s, &runtime.Event{Actions: runtime.Actions{StateDelta: delta}}); err != nil {
		t.Fatal(err)
	}
}

// execute runs a statement on a file from outside.
func execute(t testing.TB, path, query string) {
	t.Helper()
	conn, err := driver.OpenConn(path, driver.OpenReadWrite, driver.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sqlitex.ExecuteTransient(conn, query, nil), conn.Close()); err != nil {
		t.Fatal(err)
	}
}
