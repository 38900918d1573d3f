//go:build unix

package postgres

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// BenchmarkGet reads a session in a database with long histories: the last
// events of one, and a short one beside the others.
func BenchmarkGet(b *testing.B) {
	st := openStore(b, server.NewDatabase(b))
	svc := runtime.NewService(st)
	for id, events := range map[string]int{"long": 10_000, "other": 100_000, "short": 10} {
		create(b, svc, id)
		if _, err := st.pool.Exec(b.Context(), `INSERT INTO stategen_events (session, seq, id, at, record)
			SELECT s.id, n, 'e' || n, now(), replace($3, '6DHUDGZOB6T4UWHEGBOKTJTAPM', 'e' || n)
			FROM stategen_sessions AS s, generate_series(1, $2::int) AS n WHERE session_id = $1`, id, events, bareRecord); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := st.pool.Exec(b.Context(), "ANALYZE"); err != nil {
		b.Fatal(err)
	}
	for _, bench := range []struct {
		name    string
		request runtime.GetRequest
		events  int
	}{
		{"last-10-of-10000", runtime.GetRequest{SessionID: "long", NumRecentEvents: 10}, 10},
		{"10-beside-110000", runtime.GetRequest{SessionID: "short"}, 10},
		{"all-10000", runtime.GetRequest{SessionID: "long"}, 10_000},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				if n := get(b, svc, bench.request).Events().Len(); n != bench.events {
					b.Fatalf("%d events", n)
				}
			}
		})
	}
}
