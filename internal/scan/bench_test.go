package scan_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/internal/scan"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	store "github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// valuesOf is how many values are in each session of a large file.
const perSession = 10

// largeFile returns a database of n values, made without the store, which would take
// its time.
func largeFile(t testing.TB, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "large.db")
	svc, err := store.Open(t.Context(), path)
	if err == nil {
		err = svc.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	err = sqlitex.ExecuteScript(conn, fmt.Sprintf(`
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO sessions (id, app, user, session, seq, updated) SELECT i, 'trips', 'user-' || (i / 4), 'session-' || i, 1, 1773500000000000 + i FROM n;
		INSERT INTO session_state SELECT id, 'step', '"search"' FROM sessions UNION ALL SELECT id, 'count', '' || (id %% 10) FROM sessions
			UNION ALL SELECT id, 'trips', '' || id FROM sessions
			UNION ALL SELECT id, 'flight', '{"number":"LH' || id || '","seats":["12A","12B"]}' FROM sessions;
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO session_state SELECT id, 'note_' || i, '"Seat 12A, at the window, \u00e9"' FROM sessions, n;`,
		n/perSession, perSession-4), nil)
	if err = errors.Join(err, conn.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func BenchmarkScan(b *testing.B) {
	n := 20000
	if text := os.Getenv("STATEGEN_SCAN_VALUES"); text != "" {
		n, _ = strconv.Atoi(text)
	}
	path, s := largeFile(b, n), loadSchema(b, today)
	b.Run("ours", func(b *testing.B) {
		defer cputime.Report(b)()
		for b.Loop() {
			if r := scanFile(b, path, s, false); r.Values != int64(n) {
				b.Fatalf("%d values", r.Values)
			}
		}
		b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "values/s")
	})
	b.Run("reference", func(b *testing.B) {
		defer cputime.Report(b)()
		for b.Loop() {
			readPlainly(b, path)
		}
	})
}

// readPlainly reads the same rows of the same file with the driver alone.
func readPlainly(b *testing.B, path string) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		b.Fatal(err)
	}
	size := 0
	err = sqlitex.ExecuteTransient(conn, `
		SELECT s.app, s.user, s.session, s.updated, v.name, v.value
		FROM sessions AS s LEFT JOIN session_state AS v ON v.session = s.id ORDER BY 1, 2, 3`,
		&sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			for i := range 6 {
				size += len(stmt.ColumnText(i))
			}
			return nil
		}})
	if err = errors.Join(err, conn.Close()); err != nil || size == 0 {
		b.Fatal(err)
	}
}

// TestMemory scans many values in little memory.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a large file")
	}
	path, s := largeFile(t, 300000), loadSchema(t, today)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	db, err := sessiondb.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sc, highest, states := scan.New(s), uint64(0), 0
	err = sc.States(func(yield func(*sessiondb.State, error) bool) {
		for state, err := range db.States(t.Context()) {
			if states++; states%5000 == 0 {
				runtime.ReadMemStats(&after)
				highest = max(highest, after.HeapInuse)
			}
			if !yield(state, err) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if highest > before.HeapInuse+32<<20 {
		t.Errorf("%d MiB in use, %d before", highest>>20, before.HeapInuse>>20)
	}
}
