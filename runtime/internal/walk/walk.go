// Package walk visits what a store keeps: apps, their users and sessions.
package walk

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// page is how many names and sessions are read at a time.
const page = 256

// Owner is a session or, without its ID, a user or an app with what its sessions share.
type Owner struct {
	store.SessionKey
	Events int64 // how many were appended to a session; below 0: not known
}

// Names visits the names of all apps, or of the users of one; or the one name that is given.
// What comes or goes meanwhile may be missed.
func Names(ctx context.Context, st store.Store, app, only string, visit func(string) error) error {
	if only != "" {
		return visit(only)
	}
	q := store.NamesQuery{AppName: app, First: page}
	for {
		names, err := st.Names(ctx, q)
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := visit(name); err != nil {
				return err
			}
			q.After = name
		}
		if len(names) < q.First {
			return nil
		}
	}
}

// Owners visits all owners of state, or those of an app, or of a user, or the one session that
// is given, each before those that share its state.
func Owners(ctx context.Context, st store.Store, only store.SessionKey, visit func(Owner) error) error {
	return Names(ctx, st, "", only.AppName, func(app string) error {
		if only.UserID == "" {
			if err := visit(Owner{store.SessionKey{AppName: app}, -1}); err != nil {
				return err
			}
		}
		return Names(ctx, st, app, only.UserID, func(user string) error {
			k := store.SessionKey{AppName: app, UserID: user, SessionID: only.SessionID}
			if err := visit(Owner{k, -1}); err != nil || only.SessionID != "" {
				return err
			}
			return sessions(ctx, st, k, visit)
		})
	})
}

// sessions visits those of a user.
func sessions(ctx context.Context, st store.Store, k store.SessionKey, visit func(Owner) error) error {
	q := store.ListQuery{AppName: k.AppName, UserID: k.UserID, Limit: page}
	for {
		listed, err := st.List(ctx, q)
		if err != nil {
			return err
		}
		for _, l := range listed {
			k.SessionID = l.SessionID
			if err := visit(Owner{k, l.Events}); err != nil {
				return err
			}
			q.AfterUserID, q.AfterSessionID = l.UserID, l.SessionID
		}
		if len(listed) < q.Limit {
			return nil
		}
	}
}
