package adktest

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

var kinds = []string{"memory", "sqlite", "postgres"}

// report begins to measure processor time, and returns what reports it.
type report func(*testing.B) func()

// beside runs a benchmark on ADK's service and on ours, of each kind.
func beside(b *testing.B, bench func(b *testing.B, svc session.Service, measure report)) {
	for _, kind := range kinds {
		measure := report(cputime.Report)
		if kind == "postgres" {
			measure = withServer
		}
		b.Run("store="+kind+"/by=ADK", func(b *testing.B) { bench(b, rivals[kind](b), measure) })
		b.Run("store="+kind+"/by=stategen", func(b *testing.B) { bench(b, adksession.New(alike(b, kind)), measure) })
	}
}

func withServer(b *testing.B) func() { return cputime.ReportWith(b, server.PID()) }

// alike opens a service of ours whose database is as durable as ADK's in rivals.
func alike(b *testing.B, kind string) *runtime.Service {
	if kind != "sqlite" {
		return stores[kind](b)
	}
	svc, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "s.db"), sqlite.RelaxedSync())
	must(b, err)
	return closed(b, svc)
}

// newEvent is an answer of an agent that sets five keys.
func newEvent(i int) *session.Event {
	e := &session.Event{
		ID: fmt.Sprintf("event-%d", i), InvocationID: "invocation", Author: "agent", Branch: "root.agent",
		Timestamp: time.Date(2026, 1, 1, 0, 0, 0, i*1000, time.UTC),
		Actions: session.EventActions{StateDelta: map[string]any{
			"step": "pay", "seat": i, "user:city": "Berlin", "paid": true, "price": 99.5,
		}},
	}
	e.Content = genai.NewContentFromText("You are booked on flight LH 400, seat 12A.", genai.RoleModel)
	return e
}

func filled(b *testing.B, svc session.Service, id string, events int) session.Session {
	s := create(b, svc, id)
	for i := range events {
		must(b, svc.AppendEvent(context.Background(), s, newEvent(i)))
	}
	return s
}

func BenchmarkAppend5(b *testing.B)       { beside(b, benchAppend) }
func BenchmarkGet500(b *testing.B)        { beside(b, benchGet500) }
func BenchmarkLast10Of10000(b *testing.B) { beside(b, benchLast10) }

// BenchmarkEvent is what of Append5 is not the service's.
func BenchmarkEvent(b *testing.B) {
	b.ReportAllocs()
	defer cputime.Report(b)()
	for i := 0; b.Loop(); i++ {
		newEvent(i)
	}
}

func benchAppend(b *testing.B, svc session.Service, measure report) {
	s := filled(b, svc, "s", 0)
	b.ReportAllocs()
	defer measure(b)()
	for i := 0; b.Loop(); i++ {
		must(b, svc.AppendEvent(context.Background(), s, newEvent(i)))
	}
}

func benchGet500(b *testing.B, svc session.Service, measure report) {
	filled(b, svc, "s", 500)
	b.ReportAllocs()
	defer measure(b)()
	for b.Loop() {
		if n := readAll(get(b, svc, "s")); n != 500 {
			b.Fatal(n)
		}
	}
}

// BenchmarkFirstGet500 reads events that nobody has read since they were appended: ours decodes
// them then, and ADK has nothing to decode in memory.
func BenchmarkFirstGet500(b *testing.B) {
	svc := adksession.New(alike(b, "memory"))
	id := func(i int) string { return fmt.Sprint("s", i) }
	for i := range b.N {
		filled(b, svc, id(i), 500)
	}
	b.ReportAllocs()
	b.ResetTimer()
	defer cputime.Report(b)()
	for i := range b.N {
		if n := readAll(get(b, svc, id(i))); n != 500 {
			b.Fatal(n)
		}
	}
}

func benchLast10(b *testing.B, svc session.Service, measure report) {
	filled(b, svc, "s", 10_000)
	b.ReportAllocs()
	defer measure(b)()
	for b.Loop() {
		got, err := svc.Get(context.Background(), &session.GetRequest{AppName: "app", UserID: "ann", SessionID: "s", NumRecentEvents: 10})
		must(b, err)
		if n := readAll(got.Session); n != 10 {
			b.Fatal(n)
		}
	}
}

// BenchmarkRoundTrip is the least that a question to PostgreSQL takes, through the
// driver that our stores use.
func BenchmarkRoundTrip(b *testing.B) {
	pool, err := pgxpool.New(b.Context(), server.NewDatabase(b))
	must(b, err)
	b.Cleanup(pool.Close)
	b.ReportAllocs()
	defer withServer(b)()
	for b.Loop() {
		var one int
		must(b, pool.QueryRow(context.Background(), "SELECT 1").Scan(&one))
	}
}

// BenchmarkDecode10 is what ADK itself takes to decode ten events, which no service
// that keeps them as text is without.
func BenchmarkDecode10(b *testing.B) {
	e := newEvent(0)
	e.Actions.StateDelta = map[string]any{}
	text, err := json.Marshal(e)
	must(b, err)
	b.ReportAllocs()
	defer cputime.Report(b)()
	for b.Loop() {
		for range 10 {
			must(b, json.Unmarshal(text, new(session.Event)))
		}
	}
}

// readAll looks at each event, as an agent does.
func readAll(s session.Session) (n int) {
	for e := range s.Events().All() {
		if e.Content != nil {
			n++
		}
	}
	return n
}
