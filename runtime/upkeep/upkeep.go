// Package upkeep prunes, purges and erases what a store is not to keep any more: users and apps, old
// sessions and events, and all values of a key, in histories too.
//
// Programs use it through the methods of a runtime.Service, which tell what they do.
package upkeep

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/walk"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Service is what upkeep needs of a runtime.Service.
type Service interface {
	Store() store.Store
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

// DeleteUserRequest asks for the end of all that an app keeps of a user.
type DeleteUserRequest struct{ AppName, UserID string }

// DeleteAppRequest asks for the end of all that is kept of an app.
type DeleteAppRequest struct{ AppName string }

// DeleteUser is Service.DeleteUser of package runtime.
func DeleteUser(ctx context.Context, svc Service, r DeleteUserRequest) error {
	m, err := maintainer(svc.Store())
	if err == nil {
		err = names.Check("app name", r.AppName)
	}
	if err == nil {
		err = names.Check("user ID", r.UserID)
	}
	if err == nil {
		err = m.Erase(ctx, r.AppName, r.UserID)
	}
	if err != nil {
		return err
	}
	return sweep(ctx, m)
}

// DeleteApp is Service.DeleteApp of package runtime.
func DeleteApp(ctx context.Context, svc Service, r DeleteAppRequest) error {
	m, err := maintainer(svc.Store())
	if err != nil {
		return err
	}
	if err := names.Check("app name", r.AppName); err != nil {
		return err
	}
	err = walk.Names(ctx, svc.Store(), r.AppName, "", func(user string) error { return m.Erase(ctx, r.AppName, user) })
	if err == nil {
		err = m.Erase(ctx, r.AppName, "")
	}
	if err != nil {
		return err
	}
	return sweep(ctx, m)
}

// CompactRequest says how to free space.
type CompactRequest struct {
	// Rewrite writes everything anew, so that nothing that was deleted, pruned or purged
	// can be found in the store's files any more. Writers wait meanwhile, on PostgreSQL
	// readers too (VACUUM FULL); it takes seconds for each gigabyte, and room for a
	// second copy.
	Rewrite bool
}

// Compact is Service.Compact of package runtime.
func Compact(ctx context.Context, svc Service, r CompactRequest) error {
	m, err := maintainer(svc.Store())
	if err != nil {
		return err
	}
	return m.Compact(ctx, r.Rewrite)
}
