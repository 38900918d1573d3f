//go:build unix

package postgres

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// BenchmarkAppend measures an append of a delta of five keys, two of them
// merged, beside a plain statement that writes the same rows without a runtime
// around it, and beside the same append resolved under locks. Each writer has a
// session of its own.
func BenchmarkAppend(b *testing.B) {
	ways := []struct {
		name   string
		append func(context.Context, *store, *runtime.Session, int64) error
	}{
		{"plain-statement", appendPlainly},
		{"five-keys", appendDelta(false)},
		{"two-of-five-merged", appendDelta(true)},
	}
	for _, writers := range []int{1, 8, 16} {
		for _, way := range ways {
			b.Run(fmt.Sprintf("%s/writers=%d", way.name, writers), func(b *testing.B) {
				benchmarkAppend(b, writers, way.append)
			})
		}
	}
}

func benchmarkAppend(b *testing.B, writers int, write func(context.Context, *store, *runtime.Session, int64) error) {
	st := openStore(b, fmt.Sprintf("%s %s pool_max_conns=%d", server.NewDatabase(b), os.Getenv("PGX"), writers))
	svc := runtime.NewService(st)
	var next atomic.Int64
	errs := make(chan error, writers)
	sessions := make([]*runtime.Session, writers)
	for i := range sessions {
		var err error
		sessions[i], err = svc.Create(b.Context(), runtime.CreateRequest{AppName: "a", UserID: fmt.Sprint("u", i), SessionID: "s"})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ResetTimer()
	for i := range writers {
		go func() {
			for {
				n := next.Add(1)
				if n > int64(b.N) {
					errs <- nil
					return
				}
				if err := write(b.Context(), st, sessions[i], n); err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	for range writers {
		if err := <-errs; err != nil {
			b.Error(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
}

func appendDelta(merged bool) func(context.Context, *store, *runtime.Session, int64) error {
	return func(ctx context.Context, st *store, s *runtime.Session, n int64) error {
		delta := runtime.Delta{"step": "search", "city": "Zürich", "n": int(n), "user:logins": int(n), "items": []any{"12A"}}
		if merged {
			delta["user:logins"] = runtime.Op{Kind: runtime.OpSum, Operand: 1}
			delta["items"] = runtime.Op{Kind: runtime.OpUnion, Operand: []any{"12A"}}
		}
		return runtime.NewService(st).AppendEvent(ctx, s, &runtime.Event{
			Author: "agent", Content: runtime.NewText("model", "Here are three flights."),
			Actions: runtime.Actions{StateDelta: delta},
		})
	}
}

// plainSQL writes the same rows as an append does.
const plainSQL = `
WITH session AS (
	UPDATE stategen_sessions SET seq = seq + 1, updated = now()
	WHERE app = $1 AND user_id = $2 AND session_id = $3 RETURNING id, seq
), event AS (
	INSERT INTO stategen_events (session, seq, id, at, record) SELECT id, seq, $4, now(), $5 FROM session
), written AS (
	INSERT INTO stategen_state AS s (app, user_id, session, key, value)
	SELECT $1, $2, id, key, value FROM session, unnest($6::text[], $7::text[]) AS w (key, value)
	ON CONFLICT (app, user_id, session, key) DO UPDATE SET value = excluded.value
)
SELECT seq FROM session`

const plainRecord = `{"id":"6DHUDGZOB6T4UWHEGBOKTJTAPM","author":"agent","timestamp":"2026-03-14T00:00:00.123456Z",
"content":{"role":"model","parts":[{"text":"Here are three flights."}]},"actions":{"stateDelta":{"step":"search",
"city":"Zürich","n":1},"stateOperations":{"user:logins":{"op":"sum","operand":1},"items":{"op":"union","operand":["12A"]}}}}`

func appendPlainly(ctx context.Context, st *store, s *runtime.Session, n int64) error {
	var seq int64
	return st.pool.QueryRow(ctx, plainSQL, s.AppName(), s.UserID(), s.ID(), fmt.Sprintf("%026d", n), plainRecord,
		[]string{"city", "items", "n", "step", "user:logins"},
		[]string{`"Zürich"`, `["12A"]`, fmt.Sprint(n), `"search"`, fmt.Sprint(n)}).Scan(&seq)
}

func openStore(t testing.TB, db string) *store {
	t.Helper()
	st, err := open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}
