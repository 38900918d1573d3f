package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestLogWaitsForReaders: a log that somebody reads stays until the reader is gone, and
// then has no bytes.
func TestLogWaitsForReaders(t *testing.T) {
	if testing.Short() {
		t.Skip("writes a long log")
	}
	path := filepath.Join(t.TempDir(), "s.db")
	st, err := open(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	svc := runtime.NewService(st)
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"PRAGMA wal_autocheckpoint=0", "CREATE TABLE large (x)", "INSERT INTO large VALUES (randomblob(9000000))",
		"UPDATE large SET x = randomblob(9000000)", "UPDATE large SET x = randomblob(9000000)", "UPDATE large SET x = randomblob(9000000)",
		"PRAGMA wal_autocheckpoint=1000", "PRAGMA wal_checkpoint(PASSIVE)",
	} {
		onWriter(t, st, sql)
	}
	reader, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	append1 := func() {
		t.Helper()
		if err := svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}}}}); err != nil {
			t.Fatal(err)
		}
	}
	append1()
	for _, sql := range []string{"BEGIN", "SELECT count(*) FROM events"} {
		if err := sqlitex.ExecuteTransient(reader, sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	append1()
	before := logSize(t, path)
	ended, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := st.truncateLog(ended); !errors.Is(err, context.DeadlineExceeded) || logSize(t, path) != before {
		t.Errorf("while somebody reads: error %v, %d bytes of %d", err, logSize(t, path), before)
	}
	append1() // who waits for readers keeps no writer waiting
	if err := sqlitex.ExecuteTransient(reader, "COMMIT", nil); err != nil {
		t.Fatal(err)
	}
	if err := st.truncateLog(t.Context()); err != nil || logSize(t, path) != 0 {
		t.Errorf("the log has %d bytes, error %v", logSize(t, path), err)
	}
	again, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := again.State().Get("n"); err != nil || n != again.Events().Len() {
		t.Errorf("n is %v after %d events, error %v", n, again.Events().Len(), err)
	}
}

func onWriter(t *testing.T, st *database, sql string) {
	t.Helper()
	err := st.writer.use(t.Context(), func(conn *sqlite.Conn) error { return sqlitex.ExecuteTransient(conn, sql, nil) })
	if err != nil {
		t.Fatal(err)
	}
}

func logSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
