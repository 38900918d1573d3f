package upkeep

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
)

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
	for user, err := range svc.Users(ctx, r.AppName) {
		if err == nil {
			err = m.Erase(ctx, r.AppName, user)
		}
		if err != nil {
			return err
		}
	}
	if err := m.Erase(ctx, r.AppName, ""); err != nil {
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
