//go:build unix

package redis

import (
	"net/url"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/internal/killtest"
)

// TestKilledMaintenance kills processes that prune, purge and erase.
func TestKilledMaintenance(t *testing.T) {
	if testing.Short() {
		t.Skip("starts and kills processes")
	}
	store := startServer(t).URL() + "?replicas=0&prefix=" + url.QueryEscape(newPrefix(t))
	killtest.Run(t, openService(t, store), store)
}
