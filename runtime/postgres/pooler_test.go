//go:build unix

package postgres

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

// TestPoolerConformance runs the suite through a pooler that hands each transaction to
// another connection of the server's.
func TestPoolerConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("TestConformance runs the suite without the pooler")
	}
	pooler := server.StartPooler(t)
	storetest.Run(t, func(t testing.TB) storetest.Opened {
		db := server.NewDatabase(t)
		again := func(t testing.TB) *runtime.Service { return openService(t, pooler.ConnString(db)) }
		return storetest.Opened{Service: again(t), Again: again,
			Damage: func(t testing.TB, what storetest.Stored) { damage(t, db, what) }}
	})
}

// route is how tests reach the server.
type route struct {
	socket string
	to     func(db string) string // the connection string
}

func direct() route {
	return route{socket: server.Socket(), to: func(db string) string { return db }}
}

// TestPoolerFaults breaks connections on both sides of the pooler, and kills the server
// behind it.
func TestPoolerFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("runs tests of faults again, behind a pooler")
	}
	pooler := server.StartPooler(t)
	r := route{socket: pooler.Socket(), to: pooler.ConnString}
	for name, test := range map[string]func(*testing.T, route){
		"broken connections": testBrokenConnections, "lost commit of update": testLostCommitOfUpdate,
		"lanes": testLaneThatLosesItsConnection, "terminated backends": testTerminatedBackends, "killed server": testKilledServer,
	} {
		t.Run(name, func(t *testing.T) { test(t, r) })
	}
}

// TestPoolerAndPreparedStatements leaves statements prepared on connections that are
// another one's the next time.
func TestPoolerAndPreparedStatements(t *testing.T) {
	pooler := server.StartPooler(t)
	const want = "the connections lead through a pooler, on which prepared statements don't last: add default_query_exec_mode=exec to the connection string"
	db := pooler.ConnString(server.NewDatabase(t)) + " default_query_exec_mode=cache_statement"
	var met atomic.Int64
	inParallel(t, 16, func(int) error {
		svc, err := Open(t.Context(), db)
		if err == nil {
			defer func() { _ = svc.Close() }()
		}
		for i := 0; err == nil && i < 20; i++ {
			_, err = svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u"})
		}
		if err != nil && strings.Contains(err.Error(), want) {
			met.Add(1)
			return nil
		}
		return err
	})
	if met.Load() == 0 {
		t.Error("no statement was missed")
	}
}
