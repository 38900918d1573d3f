//go:build unix

package placed

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

var server *pgtest.Server

// TestMain doesn't have the server wait for the disk: that is tested with its store.
func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, &server, "fsync=off")) }

func open(t testing.TB, databases []string) Placed {
	t.Helper()
	p := make(Placed)
	for i, connString := range databases {
		st, err := postgres.OpenStore(t.Context(), connString+" pool_max_conns=4")
		if err != nil {
			t.Fatal(err)
		}
		p[fmt.Sprint("db", i)] = st.(Database)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func newDatabases(t testing.TB, n int) (all []string) {
	for range n {
		all = append(all, server.NewDatabase(t))
	}
	return all
}

func TestConformance(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole suite on PostgreSQL, as the tests of its module do")
	}
	storetest.Run(t, func(t testing.TB) storetest.Opened {
		databases := newDatabases(t, 2) // each test makes the tables of both anew
		again := func(t testing.TB) *runtime.Service { return runtime.NewService(open(t, databases)) }
		return storetest.Opened{Service: again(t), Again: again}
	})
}

// hiding embeds a store, and so hides what it is besides.
type hiding struct{ store.Store }

// TestConformanceOfHiding holds that a wrapper which passes nothing optional on is slower
// and no less right.
func TestConformanceOfHiding(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole suite on PostgreSQL, as the tests of its module do")
	}
	storetest.Run(t, func(t testing.TB) storetest.Opened {
		db := server.NewDatabase(t)
		again := func(t testing.TB) *runtime.Service {
			return runtime.NewService(hiding{open(t, []string{db})["db0"]})
		}
		return storetest.Opened{Service: again(t), Again: again}
	})
}

// TestNothingIsHidden compares what is optional with what the databases have.
func TestNothingIsHidden(t *testing.T) {
	p := open(t, newDatabases(t, 3))
	if got, want := store.Optional(p), store.Optional(p["db0"]); !slices.Equal(got, want) || len(want) < 3 {
		t.Errorf("passes on %q of %q", got, want)
	}
	if got := store.Optional(hiding{p}); len(got) > 0 {
		t.Errorf("a store that hides them has %q", got)
	}
}

func TestAppsAreSpread(t *testing.T) {
	p := open(t, newDatabases(t, 3))
	svc := runtime.NewService(p)
	const apps = 12
	for i := range apps {
		if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: fmt.Sprint("app", i), UserID: "u"}); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for name, db := range p {
		names, err := db.Names(t.Context(), store.NamesQuery{First: 100})
		if err != nil || len(names) == 0 {
			t.Errorf("%s has %q (%v)", name, names, err)
		}
		n += len(names)
	}
	all := 0
	for _, err := range svc.Apps(t.Context(), runtime.AppsRequest{}) {
		if all++; err != nil {
			t.Error(err)
		}
	}
	if n != apps || all != apps {
		t.Errorf("%d apps in all databases, %d in the service", n, all)
	}
}
