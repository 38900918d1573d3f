package sessiondb

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// walk reads a store that has no tables, through the interface of stores. Each owner's
// state is as of one moment, and so is what a session has of its history; all of them
// together are not, while programs write.
type walk struct{ store.Store }

// page is how many sessions and events are read at a time.
const page = 100

// states yields what DB.States does.
func (w walk) states(ctx context.Context, yield func(*State) error) error {
	svc := runtime.NewService(w.Store)
	for app, err := range svc.Apps(ctx, runtime.AppsRequest{}) {
		if err == nil {
			err = w.shared(ctx, Owner{App: app}, yield)
		}
		if err == nil {
			err = w.users(ctx, svc, app, yield)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// users yields what an app's users have.
func (w walk) users(ctx context.Context, svc *runtime.Service, app string, yield func(*State) error) error {
	for user, err := range svc.Users(ctx, runtime.UsersRequest{AppName: app}) {
		if err == nil {
			err = w.shared(ctx, Owner{App: app, User: user}, yield)
		}
		if err == nil {
			err = w.sessions(ctx, app, user, yield)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shared yields the state that an app's or a user's sessions share.
func (w walk) shared(ctx context.Context, o Owner, yield func(*State) error) error {
	loaded, err := w.Load(ctx, o.key(), store.EventQuery{None: true})
	if errors.Is(err, runtime.ErrSessionNotFound) {
		return nil // it has been deleted since
	}
	if err != nil {
		return err
	}
	return yield(newState(o, time.Time{}, &loaded))
}

func (w walk) sessions(ctx context.Context, app, user string, yield func(*State) error) error {
	q := store.ListQuery{AppName: app, UserID: user, Limit: page, State: true}
	for {
		listed, err := w.List(ctx, q)
		if err != nil {
			return err
		}
		for _, l := range listed {
			if err := yield(newState(Owner{app, user, l.SessionID}, l.LastUpdate, &l.Loaded)); err != nil {
				return err
			}
			q.AfterUserID, q.AfterSessionID = l.UserID, l.SessionID
		}
		if len(listed) < q.Limit {
			return nil
		}
	}
}

func (o Owner) key() store.SessionKey {
	return store.SessionKey{AppName: o.App, UserID: o.User, SessionID: o.Session}
}

// newState returns the values of the owner's own scope.
func newState(o Owner, updated time.Time, loaded *store.Loaded) *State {
	st := &State{Owner: o, Updated: updated}
	values := loaded.State[o.Scope()]
	if values == nil {
		return st
	}
	all := maps.Collect(values.All())
	for _, name := range slices.Sorted(maps.Keys(all)) {
		v := Value{Key: o.Scope().Key(name), Value: all[name]}
		if _, v.Damaged = v.Value.(*runtime.DamagedError); v.Damaged {
			v.Value = nil
		}
		st.Values = append(st.Values, v)
	}
	return st
}

// events yields what DB.Events does.
func (w walk) events(ctx context.Context, yield func(*Event) error) error {
	return w.states(ctx, func(st *State) error {
		q := store.EventQuery{AfterSeq: -1, First: page}
		for {
			events, err := w.Events(ctx, st.key(), q)
			if errors.Is(err, runtime.ErrSessionNotFound) {
				return nil // shared state need have no events
			}
			if err != nil {
				return err
			}
			for _, e := range events {
				if err := yield(newEvent(st.Owner, e)); err != nil {
					return err
				}
				q.AfterSeq = max(e.Seq, e.SnapshotOf())
			}
			if len(events) < q.First {
				return nil
			}
		}
	})
}

func newEvent(o Owner, e *store.StoredEvent) *Event {
	if e.Damage() != nil {
		return &Event{Owner: o, Seq: e.Seq, Damaged: true}
	}
	return &Event{Owner: o, Seq: e.Seq, Author: e.Author, Writes: e.Writes}
}

// sequence makes a sequence of a function that calls another with each element.
func sequence[T any](db *DB, each func(yield func(T) error) error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		err := each(func(v T) error {
			if !yield(v, nil) {
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			var none T
			yield(none, db.wrap(err))
		}
	}
}
