//go:build unix

package postgres

import (
	"context"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// BenchmarkAppend measures an append of a delta of five keys: plain, with two of
// them merged by the database, and with two merged by Go under locks; beside a
// bare statement that writes the same rows. Each writer has a session of its own.
func BenchmarkAppend(b *testing.B) {
	plain := runtime.Delta{"step": "search", "city": "Zürich", "n": 1, "user:logins": 7, "items": []any{"12A"}}
	ways := []struct {
		name  string
		write benchWrite
	}{
		{"bare-statement", appendBare},
		{"merging-statement", appendMerging},
		{"plain", appendDelta(plain)},
		{"merged", appendDelta(with(plain, "user:logins", sum(1), "items", union("12A")))},
		{"locked", appendDelta(with(plain, "user:logins", sum(1), "items", union(12)))},
	}
	for _, writers := range []int{1, 8, 16} {
		for _, way := range ways {
			b.Run(fmt.Sprintf("%s/writers=%d", way.name, writers), func(b *testing.B) {
				benchmarkAppend(b, writers, way.write)
			})
		}
	}
}

type benchWrite func(context.Context, *database, *runtime.Session, int64) error

func benchmarkAppend(b *testing.B, writers int, write benchWrite) {
	st := openStore(b, fmt.Sprintf("%s pool_max_conns=%d", server.NewDatabase(b), writers))
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
	run := func(until int64) {
		for i := range writers {
			go func() {
				for {
					n := next.Add(1)
					if n > until {
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
	}
	// A connection's first executions of a statement plan it anew each time,
	// which takes longer than all else, and no pool's connections last but for
	// a few appends.
	run(int64(20 * writers))
	next.Store(int64(20 * writers))
	b.ResetTimer()
	report := cputime.ReportWith(b, server.PID())
	run(int64(20*writers + b.N))
	report()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
}

// with returns a delta with some of its values replaced.
func with(d runtime.Delta, pairs ...any) runtime.Delta {
	d = maps.Clone(d)
	for i := 0; i < len(pairs); i += 2 {
		d[pairs[i].(string)] = pairs[i+1]
	}
	return d
}

func appendDelta(d runtime.Delta) func(context.Context, *database, *runtime.Session, int64) error {
	return func(ctx context.Context, st *database, s *runtime.Session, _ int64) error {
		return runtime.NewService(st).AppendEvent(ctx, s, &runtime.Event{
			Author: "agent", Content: runtime.NewText("model", "Here are three flights."),
			Actions: runtime.Actions{StateDelta: d},
		})
	}
}

// bareSQL writes the same rows as an append does.
const bareSQL = `
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

const bareRecord = `{"id":"6DHUDGZOB6T4UWHEGBOKTJTAPM","author":"agent","timestamp":"2026-03-14T00:00:00.123456Z",
"content":{"role":"model","parts":[{"text":"Here are three flights."}]},"actions":{"stateDelta":{"step":"search",
"city":"Zürich","n":1},"stateOperations":{"user:logins":{"op":"sum","operand":1},"items":{"op":"union","operand":["12A"]}}}}`

func appendBare(ctx context.Context, st *database, s *runtime.Session, n int64) error {
	var seq int64
	return st.pool.QueryRow(ctx, bareSQL, s.AppName(), s.UserID(), s.ID(), fmt.Sprintf("%026d", n), bareRecord,
		[]string{"city", "items", "n", "step", "user:logins"},
		[]string{`"Zürich"`, `["12A"]`, fmt.Sprint(n), `"search"`, fmt.Sprint(n)}).Scan(&seq)
}

// mergingSQL is the statement that appends the merged delta.
var mergingSQL, mergingArgs = func() (string, []any) {
	cart, _ := directChange(store.Write{Key: "items", Value: union("12A")})
	logins, _ := directChange(store.Write{Key: "user:logins", Value: sum(1)})
	merges := mergesOf([]change{cart, logins})
	var args []any
	for _, c := range merges {
		args = append(append(args, c.key), c.merge.args...)
	}
	return eventStatements.get(appendSession, merges, false, guardsOf(merges)), args
}()

func appendMerging(ctx context.Context, st *database, s *runtime.Session, n int64) error {
	rows, err := st.pool.Query(ctx, mergingSQL, append([]any{s.AppName(), s.UserID(), s.ID(), time.Now(), fmt.Sprintf("%026d", n), bareRecord,
		[]int16{0, 0, 0, 0, 1}, []string{"city", "items", "n", "step", "user:logins"},
		[]string{`"Zürich"`, `["12A"]`, fmt.Sprint(n), `"search"`, "1"}, int64(0), longest(&store.Append{})}, mergingArgs...)...)
	if err != nil {
		return err
	}
	return new(appended).read(rows)
}
