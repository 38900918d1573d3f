// Package upkeep prunes, purges and erases what a store is not to keep any more: users and apps, old
// sessions and events, and all values of a key, in histories too.
//
// Programs use it through the methods of a runtime.Service, which tell what they do.
package upkeep

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// Service is what upkeep needs of a runtime.Service.
type Service interface {
	Store() store.Store
	// Apps streams the names of all apps.
	Apps(ctx context.Context) iter.Seq2[string, error]
	// Users streams the IDs of an app's users.
	Users(ctx context.Context, app string) iter.Seq2[string, error]
	// Append appends an event to a session, or to shared state, that was loaded.
	Append(ctx context.Context, key store.SessionKey, l store.Loaded, e *store.Event) error
}

func maintainer(s store.Store) (store.Maintainer, error) {
	if m, ok := s.(store.Maintainer); ok {
		return m, nil
	}
	return nil, fmt.Errorf("the store can't erase, prune or purge, for it is no store.Maintainer: %w", errors.ErrUnsupported)
}

// sweep deletes what is left to delete, a step at a time.
func sweep(ctx context.Context, m store.Maintainer) error {
	for {
		began := time.Now()
		more, err := m.Sweep(ctx)
		if err != nil || !more {
			return err
		}
		if err := rest(ctx, began); err != nil {
			return err
		}
	}
}

// rest waits as long as the step took that has just ended, so that other writers, also
// those of other processes, get half of the time.
func rest(ctx context.Context, began time.Time) error {
	timer := time.NewTimer(min(time.Since(began), time.Second))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
