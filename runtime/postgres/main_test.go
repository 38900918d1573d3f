//go:build unix

package postgres

import (
	"os"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

var server *pgtest.Server

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, &server)) }

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Opened {
		db := server.NewDatabase(t)
		again := func(t testing.TB) *runtime.Service { return openService(t, db+" search_path=public") }
		return storetest.Opened{Service: openElsewhere(t, db), Again: again}
	})
}

func openService(t testing.TB, db string) *runtime.Service {
	t.Helper()
	svc, err := Open(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	return svc
}

func openStore(t testing.TB, db string) *store {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	st := &store{pool: pool, ownsPool: true}
	t.Cleanup(func() { _ = st.Close() })
	if err := st.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return st
}
