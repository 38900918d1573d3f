package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/killtest"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

func TestMain(m *testing.M) {
	killtest.Child(openService)
	os.Exit(m.Run())
}

func openService(ctx context.Context, path string) (*runtime.Service, error) {
	return sqlite.Open(ctx, path)
}

// TestKilledMaintenance kills processes that prune, purge and erase.
func TestKilledMaintenance(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	path := filepath.Join(t.TempDir(), "x.db")
	killtest.Run(t, open(t, path, sqlite.RelaxedSync()), path)
}
