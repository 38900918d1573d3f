//go:build unix

package capacity

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

var server *pgtest.Server

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, &server)) }

// opened is a store, with how many bytes it takes on disk.
type opened struct {
	svc  *runtime.Service
	size func() float64
}

func openAll(t testing.TB) map[string]opened {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sessions.db")
	file, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	db := server.NewDatabase(t)
	tables, err := postgres.Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tables.Close() })
	return map[string]opened{
		"SQLite": {file, func() float64 {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			return float64(info.Size())
		}},
		"PostgreSQL": {tables, func() float64 { return tableSize(t, db) }},
	}
}

func tableSize(t testing.TB, db string) (n float64) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if err := conn.QueryRow(t.Context(), `SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class WHERE relkind = 'r' AND relname LIKE 'stategen%'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func event(text string) *runtime.Event {
	return &runtime.Event{Author: "agent", InvocationID: "invocation", Content: runtime.NewText("model", text),
		Actions: runtime.Actions{StateDelta: runtime.Delta{"step": "search", "city": "Zürich"}}}
}

// letters returns text that can't be compressed much.
func letters(random *rand.Rand, n int) string {
	text := make([]byte, n)
	for i := range text {
		text[i] = 'a' + byte(random.IntN(26))
	}
	return string(text)
}

// TestDisk compares the plan with what stores take on disk.
func TestDisk(t *testing.T) {
	const sessions, events = 60, 20
	random := rand.New(rand.NewPCG(1, 2))
	for name, o := range openAll(t) {
		for _, length := range []int{100, 600, 2000} {
			before, bytes := o.size(), 0
			for i := range sessions {
				s, err := o.svc.Create(t.Context(), runtime.CreateRequest{AppName: "app", UserID: fmt.Sprint("user-", length, i)})
				if err != nil {
					t.Fatal(err)
				}
				for range events {
					e := event(letters(random, length))
					if err := o.svc.AppendEvent(t.Context(), s, e); err != nil {
						t.Fatal(err)
					}
					text, err := e.MarshalJSON()
					if err != nil {
						t.Fatal(err)
					}
					bytes += len(text)
				}
			}
			l := Load{Sessions: sessions, EventsPerDay: sessions * events, EventBytes: bytes / sessions / events, Keys: 2, ValueBytes: 12, Days: 1}
			t.Logf("%s: %.0f bytes of %d", name, (o.size()-before)/sessions/events, l.EventBytes)
			for _, s := range Stores {
				if s.Name != name {
					continue
				}
				if ratio := (o.size() - before) / l.On(s).TotalDisk; ratio < 0.75 || ratio > 1.25 {
					t.Errorf("%s: %.2f times what is planned, for events of %d bytes", name, ratio, l.EventBytes)
				}
			}
		}
	}
}

// BenchmarkAppend measures the processor time that Stores has for an append.
func BenchmarkAppend(b *testing.B) {
	for name, o := range openAll(b) {
		b.Run(name, func(b *testing.B) {
			s, err := o.svc.Create(b.Context(), runtime.CreateRequest{AppName: "app", UserID: "u"})
			if err != nil {
				b.Fatal(err)
			}
			defer cputime.ReportWith(b, server.PID())()
			for b.Loop() {
				if err := o.svc.AppendEvent(b.Context(), s, event("Here are three flights.")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestPage compares the example on the page about operations with the plan.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Example.Print(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```text\n"+b.String()+"```\n") {
		t.Errorf("docs/operations.md has another plan than\n%s", &b)
	}
}
