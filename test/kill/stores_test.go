//go:build unix

package kill

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/redis"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// stores are those that keep what they store.
var stores = []struct {
	name  string
	empty func(t *testing.T) (address string)
	open  func(ctx context.Context, address string) (*runtime.Service, error)
}{
	{"sqlite", newFile, func(ctx context.Context, path string) (*runtime.Service, error) {
		return sqlite.Open(ctx, path, sqlite.RelaxedSync())
	}},
	{"postgres", newTables, func(ctx context.Context, db string) (*runtime.Service, error) { return postgres.Open(ctx, db) }},
	{"redis", newServer, func(ctx context.Context, url string) (*runtime.Service, error) { return redis.Open(ctx, url) }},
}

// TestKilledMaintenance kills processes that prune, purge and erase.
func TestKilledMaintenance(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	for _, store := range stores {
		t.Run(store.name, func(t *testing.T) {
			address := store.empty(t)
			svc, err := store.open(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := svc.Close(); err != nil {
					t.Error(err)
				}
			})
			run(t, svc, address)
		})
	}
}

func newFile(t *testing.T) string { return filepath.Join(t.TempDir(), "x.db") }

func newTables(t *testing.T) string {
	server, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server.NewDatabase(t)
}

func newServer(t *testing.T) string {
	server, err := redistest.StartServer("appendfsync no")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server.URL() + "?replicas=0"
}
