package sqlite

import (
	"os"
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestLogIsShortenedInSlices: to free a log of hundreds of megabytes at once keeps writers
// waiting for half a second.
func TestLogIsShortenedInSlices(t *testing.T) {
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
	before := logSize(t, path)
	if before < 4*logSlice {
		t.Fatalf("the log has %d bytes", before)
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
	if more, busy, err := st.shortenLog(t.Context()); !more || !busy || err != nil || logSize(t, path) != before {
		t.Errorf("while somebody reads: more %v, busy %v, error %v, %d bytes of %d", more, busy, err, logSize(t, path), before)
	}
	if err := sqlitex.ExecuteTransient(reader, "COMMIT", nil); err != nil {
		t.Fatal(err)
	}
	for steps := 1; ; steps++ {
		more, busy, err := st.shortenLog(t.Context())
		after := logSize(t, path)
		if busy || err != nil || before-after > 2*logSlice || more && before-after != logSlice {
			t.Fatalf("step %d: from %d to %d bytes, busy %v, error %v", steps, before, after, busy, err)
		}
		if before = after; !more {
			break
		}
		append1()
	}
	if before != 0 {
		t.Errorf("the log has %d bytes", before)
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
