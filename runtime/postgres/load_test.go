//go:build unix

package postgres

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestLastEventsArePlannedOnce reads the last events of a long history often. The
// server plans a statement anew the first five times, and must not go on so.
func TestLastEventsArePlannedOnce(t *testing.T) {
	st := openStore(t, server.NewDatabase(t)+" pool_max_conns=1")
	svc := runtime.NewService(st)
	create(t, svc, "s")
	for _, sql := range []string{
		`INSERT INTO stategen_events (session, seq, id, at, record)
			SELECT s.id, n, 'e' || n, now(), replace('` + bareRecord + `', '6DHUDGZOB6T4UWHEGBOKTJTAPM', 'e' || n)
			FROM stategen_sessions AS s, generate_series(1, 5000) AS n`,
		"ANALYZE",
	} {
		if _, err := st.pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		events := get(t, svc, runtime.GetRequest{SessionID: "s", NumRecentEvents: 10}).Events()
		if events.Len() != 10 || events.At(9).ID != "e5000" {
			t.Fatalf("%d events", events.Len())
		}
	}
	var planned, kept int
	if err := st.pool.QueryRow(t.Context(), `SELECT sum(custom_plans), sum(generic_plans) FROM pg_prepared_statements
		WHERE statement LIKE '%seq DESC%' AND statement NOT LIKE '%custom%'`).Scan(&planned, &kept); err != nil {
		t.Fatal(err)
	}
	if planned+kept != 20 || planned > 5 {
		t.Errorf("planned %d times, executed as planned before %d times", planned, kept)
	}
}
