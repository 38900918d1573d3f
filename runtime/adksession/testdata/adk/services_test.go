// Package adktest runs what needs the real ADK: see .ci/adk.
package adktest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/redis"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"google.golang.org/adk/v2/session"
)

var server *pgtest.Server

// runChild is the process that TestKilled kills.
var runChild func(database string)

func TestMain(m *testing.M) {
	if dir := os.Getenv("ADKTEST_PROGRAM"); dir != "" {
		runChild(dir)
		return
	}
	os.Exit(pgtest.Main(m, &server))
}

// stores open an empty service of each kind.
var stores = map[string]func(t testing.TB) *runtime.Service{
	"memory": func(t testing.TB) *runtime.Service { return closed(t, memory.New()) },
	"sqlite": func(t testing.TB) *runtime.Service {
		svc, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "s.db"))
		must(t, err)
		return closed(t, svc)
	},
	"postgres": func(t testing.TB) *runtime.Service {
		svc, err := postgres.Open(t.Context(), server.NewDatabase(t))
		must(t, err)
		return closed(t, svc)
	},
	"redis": func(t testing.TB) *runtime.Service {
		s, err := redistest.StartServer()
		must(t, err)
		t.Cleanup(s.Stop)
		svc, err := redis.Open(t.Context(), s.URL(), redis.Replicas(0)) // the server is alone
		must(t, err)
		return closed(t, svc)
	},
}

func closed(t testing.TB, svc *runtime.Service) *runtime.Service {
	t.Cleanup(func() { must(t, svc.Close()) })
	return svc
}

// onEach runs a test on each of our services.
func onEach(t *testing.T, test func(t *testing.T, svc session.Service)) {
	for name, open := range stores {
		t.Run(name, func(t *testing.T) { test(t, adksession.New(open(t))) })
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func create(t testing.TB, svc session.Service, id string) session.Session {
	t.Helper()
	created, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", SessionID: id})
	must(t, err)
	return created.Session
}

func get(t testing.TB, svc session.Service, id string) session.Session {
	t.Helper()
	got, err := svc.Get(t.Context(), &session.GetRequest{AppName: "app", UserID: "ann", SessionID: id})
	must(t, err)
	return got.Session
}
