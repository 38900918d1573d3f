//go:build unix

package storebench

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/redis"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

var (
	server *pgtest.Server
	// replicated is a primary with a replica, under sentinels, which do next to nothing.
	replicated = sync.OnceValues(func() (*redistest.Sentinel, error) { return redistest.StartSentinel(1) })
)

func TestMain(m *testing.M) {
	code := pgtest.Main(m, &server)
	if started {
		if s, err := replicated(); err == nil {
			s.Stop()
		}
	}
	os.Exit(code)
}

// started says that replicated was asked for.
var started bool

// opened is an empty store.
type opened struct {
	*runtime.Service
	size func() float64 // in bytes: the tables and their indexes, or the primary's memory
	pids []int          // of the servers
}

var stores = []struct {
	name string
	open func(testing.TB) opened
}{{"postgres", openPostgres}, {"redis", openRedis}}

func openPostgres(t testing.TB) opened {
	t.Helper()
	db := server.NewDatabase(t)
	svc, err := postgres.Open(t.Context(), db+" pool_max_conns=16")
	return opened{closing(t, svc, err), func() float64 {
		conn, err := pgx.Connect(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close(context.Background()) }()
		var n float64
		if err := conn.QueryRow(t.Context(), "SELECT pg_database_size(current_database())").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}, []int{server.PID()}}
}

var prefixes atomic.Int64

func openRedis(t testing.TB) opened {
	t.Helper()
	started = true
	servers, err := replicated()
	if err != nil {
		t.Fatal(err)
	}
	svc, err := redis.Open(t.Context(), servers.URL(), redis.Prefix(fmt.Sprint("bench", prefixes.Add(1))))
	return opened{closing(t, svc, err), func() float64 {
		info, err := servers.Data[0].Info("memory")
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.ParseFloat(info["used_memory_dataset"], 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}, []int{servers.Data[0].PID(), servers.Data[1].PID()}}
}

func closing(t testing.TB, svc *runtime.Service, err error) *runtime.Service {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	return svc
}

// write has writers append so many events in all, each to a session of its own.
func write(b testing.TB, svc *runtime.Service, sessions []*runtime.Session, n int, delta runtime.Delta) {
	var next atomic.Int64
	var writing sync.WaitGroup
	for _, s := range sessions {
		writing.Go(func() {
			for next.Add(1) <= int64(n) {
				err := svc.AppendEvent(b.Context(), s, &runtime.Event{
					Author: "agent", Content: runtime.NewText("model", "Here are three flights."), Actions: runtime.Actions{StateDelta: delta},
				})
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	writing.Wait()
}

func sessions(b testing.TB, svc *runtime.Service, n int) (list []*runtime.Session) {
	b.Helper()
	for i := range n {
		s, err := svc.Create(b.Context(), runtime.CreateRequest{AppName: "a", UserID: fmt.Sprint("u", i), SessionID: "s"})
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// deltas are five keys, two of them merged, and one key that all sessions of the app share.
var deltas = map[string]runtime.Delta{
	"Append": {"step": "search", "city": "Zürich", "n": 1,
		"user:logins": runtime.Op{Kind: runtime.OpSum, Operand: 1}, "items": runtime.Op{Kind: runtime.OpUnion, Operand: []any{"12A"}}},
	"Hot": {"app:bookings": runtime.Op{Kind: runtime.OpSum, Operand: 1}},
}

func BenchmarkAppend(b *testing.B) { benchmarkWrites(b, "Append", 1, 8, 16) }

// BenchmarkHot has all writers add to one key of the app.
func BenchmarkHot(b *testing.B) { benchmarkWrites(b, "Hot", 1, 16) }

func benchmarkWrites(b *testing.B, delta string, counts ...int) {
	for _, writers := range counts {
		for _, store := range stores {
			b.Run(fmt.Sprintf("%s/writers=%d", store.name, writers), func(b *testing.B) {
				svc := store.open(b)
				list := sessions(b, svc.Service, writers)
				write(b, svc.Service, list, 20*writers, deltas[delta]) // connections, and statements planned anew at first
				b.ResetTimer()
				report := cputime.ReportWith(b, svc.pids...)
				write(b, svc.Service, list, b.N, deltas[delta])
				report()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
			})
		}
	}
}

// BenchmarkGet reads the state and the last 10 of 10,000 events.
func BenchmarkGet(b *testing.B) {
	for _, store := range stores {
		b.Run(store.name, func(b *testing.B) {
			svc := store.open(b)
			write(b, svc.Service, sessions(b, svc.Service, 1), length(), deltas["Append"])
			defer cputime.ReportWith(b, svc.pids...)()
			for b.Loop() {
				s, err := svc.Get(b.Context(), runtime.GetRequest{AppName: "a", UserID: "u0", SessionID: "s", NumRecentEvents: 10})
				if err != nil || s.Events().Len() != 10 {
					b.Fatal(s, err)
				}
			}
		})
	}
}

// length is of histories: with -benchtime 1x, whose figures mean nothing, they are short.
func length() int {
	if flag.Lookup("test.benchtime").Value.String() == "1x" {
		return 20
	}
	return 10_000
}

// BenchmarkSize reports how many bytes an event of five keys takes, in the tables and
// their indexes, or in the memory of one server.
func BenchmarkSize(b *testing.B) {
	for _, store := range stores {
		b.Run(store.name, func(b *testing.B) {
			svc := store.open(b)
			list := sessions(b, svc.Service, 8)
			before, n := svc.size(), length()
			write(b, svc.Service, list, n, deltas["Append"])
			b.ReportMetric((svc.size()-before)/float64(n), "bytes/event")
		})
	}
}
