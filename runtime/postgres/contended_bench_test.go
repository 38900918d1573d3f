//go:build unix

package postgres

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
)

// BenchmarkContended has 64 writers add 1 to a number of one user, each in a session
// of its own: by Update, and by hand with SELECT … FOR UPDATE, which writes the same
// rows. Neither may fail. It also reports how often the function ran for a success,
// and how long the slowest one in a hundred took.
func BenchmarkContended(b *testing.B) {
	for _, way := range []struct {
		name  string
		write func(context.Context, *database, *runtime.Service, *runtime.Session, *atomic.Int64) error
	}{{"ours", increaseByUpdate}, {"reference", increaseByHand}} {
		b.Run(way.name, func(b *testing.B) {
			const writers = 64
			st := openStore(b, server.NewDatabase(b)+" pool_max_conns=16")
			svc := runtime.NewService(st)
			sessions := make([]*runtime.Session, writers)
			for i := range sessions {
				sessions[i] = create(b, svc, fmt.Sprint("s", i))
			}
			if err := svc.AppendEvent(b.Context(), sessions[0], event(runtime.Delta{"user:n": 0})); err != nil {
				b.Fatal(err)
			}
			var next, runs atomic.Int64
			took := make([][]time.Duration, writers)
			var wait sync.WaitGroup
			run := func(until int) {
				for i, s := range sessions {
					wait.Go(func() {
						for next.Add(1) <= int64(until) {
							began := time.Now()
							if err := way.write(b.Context(), st, svc, s, &runs); err != nil {
								b.Error(err)
							}
							took[i] = append(took[i], time.Since(began))
						}
					})
				}
				wait.Wait()
			}
			const warmUp = 6 * writers // the server learns the statements on each connection
			run(warmUp)
			clear(took)
			next.Store(0)
			runs.Store(0)
			b.ResetTimer()
			run(b.N)
			b.StopTimer()
			all := slices.Sorted(slices.Values(slices.Concat(took...)))
			b.ReportMetric(float64(all[len(all)*99/100]), "p99-ns")
			b.ReportMetric(float64(runs.Load())/float64(b.N), "runs/op")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "updates/s")
			if n, err := get(b, svc, runtime.GetRequest{SessionID: "s0"}).State().Get("user:n"); n != warmUp+b.N {
				b.Errorf("%v of %d (%v)", n, warmUp+b.N, err)
			}
		})
	}
}

func increaseByUpdate(ctx context.Context, _ *database, svc *runtime.Service, s *runtime.Session, runs *atomic.Int64) error {
	return runtime.Update(ctx, svc, s, &runtime.Event{Author: "test"}, func(st runtime.State) error {
		runs.Add(1)
		n, err := st.Get("user:n")
		if err != nil {
			return err
		}
		return st.Set("user:n", n.(int)+1)
	})
}

// increaseByHand does what one would write without stategen, and adds the event.
func increaseByHand(ctx context.Context, st *database, _ *runtime.Service, s *runtime.Session, runs *atomic.Int64) error {
	return pgx.BeginFunc(ctx, st.pool, func(tx pgx.Tx) error {
		runs.Add(1)
		var n int
		if err := tx.QueryRow(ctx, `SELECT value::int FROM stategen_state WHERE app = $1 AND user_id = $2 AND session = 0 AND key = 'user:n' FOR UPDATE`,
			s.AppName(), s.UserID()).Scan(&n); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, increaseSQL, s.AppName(), s.UserID(), s.ID(), fmt.Sprint(time.Now().UnixNano(), s.ID()), bareRecord, fmt.Sprint(n+1))
		return err
	})
}

// increaseSQL writes a number and an event in one statement.
const increaseSQL = `
WITH session AS (
	UPDATE stategen_sessions SET seq = seq + 1, updated = now()
	WHERE app = $1 AND user_id = $2 AND session_id = $3 RETURNING id, seq
), event AS (
	INSERT INTO stategen_events (session, seq, id, at, record) SELECT id, seq, $4, now(), $5 FROM session
)
UPDATE stategen_state SET value = $6 WHERE app = $1 AND user_id = $2 AND session = 0 AND key = 'user:n'`
