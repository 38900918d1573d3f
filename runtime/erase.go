package runtime

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// DeleteUserRequest asks for the end of all that an app keeps of a user.
type DeleteUserRequest struct{ AppName, UserID string }

// DeleteAppRequest asks for the end of all that is kept of an app.
type DeleteAppRequest struct{ AppName string }

// DeleteUser removes all that an app keeps of a user: the sessions, their histories,
// and the user's state. Readers and writers see all of it go at one moment; from then
// on handles of the sessions get ErrSessionNotFound, and so do those that Shared returned
// of the user. Who creates a session after that moment begins with nothing.
//
// A handle that Shared returned before it had events knows the user by what the user had
// then: sessions or, without any, state. Where there was nothing, and nothing was appended
// through it, it begins the user anew.
//
// What nobody can reach any more is then deleted in small steps, between which others
// write. After an error call it again: it does the rest, also if the program died. A
// user who isn't there is no error. Errors: those of bad input; errors.ErrUnsupported if
// the store is no store.Maintainer.
//
// Events of the app itself, and the app's state, may tell of the user; they stay. Until
// Compact with Rewrite, pieces of what was deleted may be found in the store's files.
func (svc *Service) DeleteUser(ctx context.Context, r DeleteUserRequest) error {
	ctx, call := svc.begin(ctx, "DeleteUser", r.AppName)
	err := r.run(ctx, svc)
	call.end(err)
	return err
}

func (r DeleteUserRequest) run(ctx context.Context, svc *Service) error {
	m, err := svc.maintainer()
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

// DeleteApp removes an app: one user after the other, each as DeleteUser does, and in
// the end the state that they share, with its history. A user who comes while it runs
// may stay. Errors are those of DeleteUser.
func (svc *Service) DeleteApp(ctx context.Context, r DeleteAppRequest) error {
	ctx, call := svc.begin(ctx, "DeleteApp", r.AppName)
	err := r.run(ctx, svc)
	call.end(err)
	return err
}

func (r DeleteAppRequest) run(ctx context.Context, svc *Service) error {
	m, err := svc.maintainer()
	if err != nil {
		return err
	}
	for user, err := range svc.Users(ctx, UsersRequest{AppName: r.AppName}) {
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

// Compact gives back the space that deleted and pruned data has left, in small steps
// between which others write. On SQLite the file becomes smaller, except for one that an
// earlier version made, before it was written anew once. On PostgreSQL the tables are
// vacuumed, and keep their size for what comes.
//
// Pieces of what was deleted may be left where nothing is stored, until Rewrite is set.
// What a database server or an operator keeps besides, such as logs of writes, replicas
// and backups, is up to them. Errors: errors.ErrUnsupported if the store is no
// store.Maintainer.
func (svc *Service) Compact(ctx context.Context, r CompactRequest) error {
	ctx, call := svc.begin(ctx, "Compact", "")
	m, err := svc.maintainer()
	if err == nil {
		err = m.Compact(ctx, r.Rewrite)
	}
	call.end(err)
	return err
}

func (svc *Service) maintainer() (store.Maintainer, error) {
	if m, ok := svc.store.(store.Maintainer); ok {
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
