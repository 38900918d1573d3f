package runtime

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// Ping reads next to nothing from the store, and so reports whether it can be
// reached and has its tables. That it can be written, only a write tells.
func (svc *Service) Ping(ctx context.Context) error {
	ctx, call := svc.begin(ctx, "Ping", "")
	_, err := svc.store.Names(ctx, store.NamesQuery{First: 1})
	call.end(err)
	return err
}

// PoolStats returns how busy the store's connections are; false if it has no pool,
// or is wrapped in a store that doesn't tell.
func (svc *Service) PoolStats() (store.PoolStats, bool) {
	if pooled, ok := svc.store.(store.Pooled); ok {
		return pooled.PoolStats(), true
	}
	return store.PoolStats{}, false
}
