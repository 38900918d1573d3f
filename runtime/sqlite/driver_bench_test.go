package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"

	driver "zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// The driver alone is what the store is measured beside: on a file that the
// store has made, it writes and reads the same rows with statements that are
// prepared once, and knows neither events nor values.

// plain is a connection to a file of the store's.
type plain struct{ *driver.Conn }

func openPlain(b *testing.B, path, synchronous string) plain {
	conn, err := driver.OpenConn(path, driver.OpenReadWrite)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := conn.Close(); err != nil {
			b.Error(err)
		}
	})
	d := plain{conn}
	d.run(b, "PRAGMA synchronous="+synchronous)
	return d
}

// run executes a statement and returns the first column of its rows.
func (d plain) run(b *testing.B, sql string, args ...any) (rows []string) {
	stmt := d.Prep(sql)
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			stmt.BindText(i+1, arg)
		case int64:
			stmt.BindInt64(i+1, arg)
		}
	}
	for {
		more, err := stmt.Step()
		if err != nil {
			b.Fatal(err)
		}
		if !more {
			return rows
		}
		rows = append(rows, stmt.ColumnText(0))
	}
}

const driverRecord = `{"id":"%026d","author":"agent","timestamp":"2026-03-14T00:00:00.123456Z",` +
	`"content":{"role":"model","parts":[{"text":"a short answer"}]},"actions":{"stateDelta":{"key1":1,"key2":"text","key3":true},` +
	`"stateOperations":{"cart":{"op":"union","operand":["12A"]},"user:count":{"op":"sum","operand":1}}}}`

// append writes the rows of an append of five keys, one of them the user's.
func (d plain) append(b *testing.B, n int64) {
	d.run(b, "BEGIN IMMEDIATE")
	d.write(b, n)
}

func (d plain) write(b *testing.B, n int64) {
	d.run(b, "UPDATE sessions SET seq = seq + 1, updated = ? WHERE app = 'a' AND user = 'u' AND session = 's'", n)
	d.run(b, "INSERT INTO events (session, seq, id, time, record) VALUES (1, ?, ?, ?, ?)",
		n, fmt.Sprintf("%026d", n), n, fmt.Sprintf(driverRecord, n))
	for i, value := range []string{fmt.Sprint(n), `"text"`, "true", `["12A"]`} {
		d.run(b, "INSERT INTO session_state VALUES (1, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
			[]string{"key1", "key2", "key3", "cart"}[i], value)
	}
	d.run(b, "INSERT INTO shared_state VALUES ('a', 'u', ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", "count", fmt.Sprint(n))
	d.run(b, "COMMIT")
}

// appendRead is append with what must be read first: which session it is, and the two values that are merged.
func (d plain) appendRead(b *testing.B, n int64) {
	d.run(b, "BEGIN IMMEDIATE")
	d.run(b, "SELECT id, seq, updated FROM sessions WHERE app = ? AND user = ? AND session = ? AND id = ?", "a", "u", "s", int64(1))
	d.run(b, "SELECT value FROM session_state WHERE session = ? AND name = ?", int64(1), "cart")
	d.run(b, "SELECT value FROM shared_state WHERE app = ? AND user = ? AND name = ?", "a", "u", "count")
	d.write(b, n)
}

// fill gives a session a long history.
func (d plain) fill(b *testing.B, session string, from, to int) {
	d.run(b, `
		WITH RECURSIVE n (i) AS (VALUES (CAST(? AS INTEGER)) UNION ALL SELECT i + 1 FROM n WHERE i < CAST(? AS INTEGER))
		INSERT INTO events (session, seq, id, time, record)
		SELECT s.id, i, printf('%026d', i), i, printf(?, i) FROM n, sessions s WHERE s.session = ?`,
		int64(from), int64(to), driverRecord, session)
	d.run(b, "UPDATE sessions SET seq = ? WHERE session = ?", int64(to), session)
	// Without this, what is measured next would pay for writing it all to the
	// file, and to the disk.
	d.run(b, "PRAGMA synchronous=FULL")
	d.run(b, "PRAGMA wal_checkpoint(TRUNCATE)")
}

// newFile makes a file with a session "s" of so many keys.
func newFile(b *testing.B, keys int) string {
	path := filepath.Join(b.TempDir(), "x.db")
	svc, err := sqlite.Open(ctx, path)
	if err != nil {
		b.Fatal(err)
	}
	createFilled(b, svc, keys, 0)
	if err := svc.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkTransaction appends a delta of five keys, two of them merged. Beside it are the driver's writes of the same
// rows, and these with the reads without which no store could make them.
func BenchmarkTransaction(b *testing.B) {
	for _, mode := range []struct {
		synchronous string
		options     []sqlite.Option
	}{{"FULL", nil}, {"NORMAL", []sqlite.Option{sqlite.RelaxedSync()}}} {
		b.Run(mode.synchronous+"/ours", func(b *testing.B) { appendMerged(b, newFile(b, 10), mode.options...) })
		b.Run(mode.synchronous+"/reference", func(b *testing.B) {
			d := openPlain(b, newFile(b, 10), mode.synchronous)
			defer cputime.Report(b)()
			for n := int64(1); b.Loop(); n++ {
				d.append(b, n)
			}
		})
		b.Run(mode.synchronous+"/reading", func(b *testing.B) {
			d := openPlain(b, newFile(b, 10), mode.synchronous)
			defer cputime.Report(b)()
			for n := int64(1); b.Loop(); n++ {
				d.appendRead(b, n)
			}
		})
	}
}

// BenchmarkTransactionFlat appends to sessions that hold more already.
func BenchmarkTransactionFlat(b *testing.B) {
	b.Run("new", func(b *testing.B) { appendMerged(b, newFile(b, 10), sqlite.RelaxedSync()) })
	b.Run("state", func(b *testing.B) { appendMerged(b, newFile(b, 1000), sqlite.RelaxedSync()) })
	b.Run("history", func(b *testing.B) {
		path := newFile(b, 10)
		openPlain(b, path, "OFF").fill(b, "s", 1, 100_000)
		appendMerged(b, path, sqlite.RelaxedSync())
	})
}

// BenchmarkUpdateNothing updates sessions that hold more or less, and writes nothing.
func BenchmarkUpdateNothing(b *testing.B) {
	b.Run("new", func(b *testing.B) { updateNothing(b, 10) })
	b.Run("state", func(b *testing.B) { updateNothing(b, 1000) })
}

func updateNothing(b *testing.B, keys int) {
	svc := open(b, newFile(b, keys))
	s, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", NumRecentEvents: 1})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		err := runtime.Update(ctx, svc, s, &runtime.Event{}, func(st runtime.State) error { _, err := st.Get("key1"); return err })
		if err != nil {
			b.Fatal(err)
		}
	}
}

func appendMerged(b *testing.B, path string, options ...sqlite.Option) {
	svc := open(b, path, options...)
	s, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", NumRecentEvents: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer cputime.Report(b)()
	for i := 0; b.Loop(); i++ {
		e := fiveKeys(i)
		delete(e.Actions.StateDelta, "key4")
		delete(e.Actions.StateDelta, "key5")
		e.Actions.StateDelta["cart"] = runtime.Op{Kind: runtime.OpUnion, Operand: []any{"12A"}}
		e.Actions.StateDelta["user:count"] = runtime.Op{Kind: runtime.OpSum, Operand: 1}
		if err := svc.AppendEvent(ctx, s, e); err != nil {
			b.Fatal(err)
		}
	}
}

// wholeSQL reads what a Get returns: the session's row, its state and its last
// events.
const wholeSQL = `
	SELECT id, updated, '' FROM sessions WHERE app = 'a' AND user = 'u' AND session = 's'
	UNION ALL SELECT 0, name, value FROM session_state WHERE session = 1
	UNION ALL SELECT 1, name, value FROM shared_state WHERE app = 'a' AND user = 'u'
	UNION ALL SELECT 2, name, value FROM shared_state WHERE app = 'a' AND user = ''
	UNION ALL SELECT * FROM (SELECT record, seq, '' FROM events WHERE session = 1 AND seq > ? ORDER BY seq DESC LIMIT 10)`

// BenchmarkRecent gets the last 10 of a session's 10,000 events, in a file with
// 100,000 events of other sessions. Beside it are the query of these events
// alone, and the query of all that Get returns, which leaves everything as text:
// the least that a Get can take.
func BenchmarkRecent(b *testing.B) {
	path := newFile(b, 10)
	svc := open(b, path)
	d := openPlain(b, path, "OFF")
	d.fill(b, "s", 1, 10_000)
	for i := range 10 {
		id := fmt.Sprint("other", i)
		if _, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: id}); err != nil {
			b.Fatal(err)
		}
		d.fill(b, id, 1, 10_000)
	}
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			s, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", NumRecentEvents: 10})
			if err != nil || s.Events().Len() != 10 {
				b.Fatal(s, err)
			}
		}
	})
	b.Run("undecoded", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if rows := d.run(b, wholeSQL, int64(0)); len(rows) != 21 {
				b.Fatal(len(rows))
			}
		}
	})
	b.Run("reference", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			rows := d.run(b, "SELECT record FROM events WHERE session = 1 AND seq > ? ORDER BY seq DESC LIMIT 10", int64(0))
			if len(rows) != 10 {
				b.Fatal(len(rows))
			}
		}
	})
}
