//go:build unix

package postgres

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime/internal/killtest"
)

// TestKilledMaintenance kills processes that prune, purge and erase.
func TestKilledMaintenance(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	db := server.NewDatabase(t)
	killtest.Run(t, openService(t, db), db)
}
