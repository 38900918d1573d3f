package upkeep

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// eachApp calls fn for the one app, or for all if there is no name.
func eachApp(ctx context.Context, svc Service, name string, fn func(context.Context, string) error) error {
	if name != "" {
		return fn(ctx, name)
	}
	for app, err := range svc.Apps(ctx) {
		if err == nil {
			err = fn(ctx, app)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// history is the events of a session, or those by which state was shared.
type history struct {
	store.SessionKey
	last int64 // the number of the last event; below 0: not known
}

// eachFunc is called for one history after the other.
type eachFunc = func(context.Context, history) error

// eachHistory calls fn for all histories of an app: of its sessions, and of the state
// that users' sessions, and all of them, share, if there are such.
func eachHistory(ctx context.Context, svc Service, app string, fn eachFunc) error {
	if err := fn(ctx, history{store.SessionKey{AppName: app}, -1}); err != nil {
		return err
	}
	for user, err := range svc.Users(ctx, app) {
		if err == nil {
			err = fn(ctx, history{store.SessionKey{AppName: app, UserID: user}, -1})
		}
		if err != nil {
			return err
		}
	}
	return eachSession(ctx, svc, store.ListQuery{AppName: app, Limit: pruneAtOnce}, fn)
}

// eachOfUser calls fn for the histories of one user.
func eachOfUser(ctx context.Context, svc Service, app, user string, fn eachFunc) error {
	if err := fn(ctx, history{store.SessionKey{AppName: app, UserID: user}, -1}); err != nil {
		return err
	}
	return eachSession(ctx, svc, store.ListQuery{AppName: app, UserID: user, Limit: pruneAtOnce}, fn)
}

func eachSession(ctx context.Context, svc Service, q store.ListQuery, fn eachFunc) error {
	for {
		listed, err := svc.Store().List(ctx, q)
		if err != nil {
			return err
		}
		for _, l := range listed {
			q.AfterUserID, q.AfterSessionID = l.UserID, l.SessionID
			key := store.SessionKey{AppName: q.AppName, UserID: l.UserID, SessionID: l.SessionID}
			if err := fn(ctx, history{key, l.Events}); err != nil {
				return err
			}
		}
		if len(listed) < q.Limit {
			return nil
		}
	}
}
