//go:build unix

package postgres

import (
	"context"
	"net"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
)

// openCounted returns a store that counts how often it waits for the server.
func openCounted(t testing.TB) (*database, *atomic.Int64) {
	t.Helper()
	config, err := pgxpool.ParseConfig(server.NewDatabase(t) + " pool_max_conns=1")
	if err != nil {
		t.Fatal(err)
	}
	trips := new(atomic.Int64)
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &countedConn{Conn: conn, trips: trips}, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	st := newDatabase(pool, true)
	t.Cleanup(func() { _ = st.Close() })
	if err := st.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return st, trips
}

// fiveKeys is a delta of which two keys are merged.
var fiveKeys = runtime.Delta{"step": "search", "city": "Zürich", "n": 1, "user:logins": sum(1), "items": union("12A")}

// BenchmarkTrips counts how often an append waits for the server.
func BenchmarkTrips(b *testing.B) {
	st, trips := openCounted(b)
	s := create(b, runtime.NewService(st), "s")
	write := appendDelta(fiveKeys)
	if err := write(b.Context(), st, s, 0); err != nil { // the server learns the statements
		b.Fatal(err)
	}
	trips.Store(0)
	for b.Loop() {
		if err := write(b.Context(), st, s, 0); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(trips.Load())/float64(b.N), "trips/op")
}

// TestResolvedTakesOneTrip has an append answer what its merge operations came to, and
// keep that, without waiting for the server once more.
func TestResolvedTakesOneTrip(t *testing.T) {
	st, trips := openCounted(t)
	svc := runtime.NewService(st)
	s := create(t, svc, "s")
	for want := 1; want <= 3; want++ {
		trips.Store(0)
		resolved, err := svc.AppendResolved(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: fiveKeys}})
		if err != nil || resolved["user:logins"] != want {
			t.Fatalf("got %v, error %v", resolved["user:logins"], err)
		}
		if n := trips.Load(); want > 1 && n != 1 { // the server learns the statement first
			t.Errorf("%d round trips", n)
		}
	}
}

// countedConn counts a trip for each answer that something was sent for.
type countedConn struct {
	net.Conn
	trips *atomic.Int64
	sent  atomic.Bool
}

func (c *countedConn) Write(p []byte) (int, error) {
	c.sent.Store(true)
	return c.Conn.Write(p)
}

func (c *countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 && c.sent.Swap(false) {
		c.trips.Add(1)
	}
	return n, err
}
