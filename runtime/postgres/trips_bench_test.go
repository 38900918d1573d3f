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

// BenchmarkTrips counts how often an append waits for the server, with a delta
// of five keys, two of them merged.
func BenchmarkTrips(b *testing.B) {
	config, err := pgxpool.ParseConfig(server.NewDatabase(b) + " pool_max_conns=1")
	if err != nil {
		b.Fatal(err)
	}
	var trips atomic.Int64
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return &countedConn{Conn: conn, trips: &trips}, err
	}
	pool, err := pgxpool.NewWithConfig(b.Context(), config)
	if err != nil {
		b.Fatal(err)
	}
	st := &database{pool: pool, ownsPool: true}
	b.Cleanup(func() { _ = st.Close() })
	if err := st.prepare(b.Context()); err != nil {
		b.Fatal(err)
	}
	s := create(b, runtime.NewService(st), "s")
	write := appendDelta(runtime.Delta{"step": "search", "city": "Zürich", "n": 1, "user:logins": sum(1), "items": union("12A")})
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
