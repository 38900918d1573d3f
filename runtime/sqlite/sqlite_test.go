package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t testing.TB) storetest.Opened {
		path := filepath.Join(t.TempDir(), "sessions.db")
		again := func(t testing.TB) *runtime.Service { return open(t, path) }
		return storetest.Opened{Service: again(t), Again: again}
	})
}

func open(t testing.TB, path string, opts ...sqlite.Option) *runtime.Service {
	t.Helper()
	svc, err := sqlite.Open(t.Context(), path, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := svc.Close(); err != nil {
			t.Error(err)
		}
	})
	return svc
}
