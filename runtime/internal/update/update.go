// Package update is the engine of runtime.Update: it runs a function on what is stored, and
// appends what that writes if nobody has written in between. Updates that get in each other's
// way wait in queues, and are appended together if the store can do it.
package update

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// maxAttempts is how often an update runs its function at most.
const maxAttempts = 100

// Update is one call of runtime.Update.
type Update struct {
	Handle  Handle
	Store   store.Store
	Queues  *Queues // of the service
	Call    Call
	EventID string
	NewID   bool // whether the event got its ID just now
	Func    func(value.State) error

	ahead     advantage
	unsure    bool     // whether a group has stored the event
	holds     []string // the keys that were held the last time; nil: all
	heldSince time.Time
}

// Run runs the function, and appends what it writes, until nobody came in between.
func (u *Update) Run(ctx context.Context) error {
	defer u.ahead.end()
	var view *views.Part // nil: the handle's
	var conflict *store.ConflictError
	for attempt := 1; ; attempt++ {
		reads := views.NewReadLog(u.Handle.State())
		if view != nil {
			reads = views.NewReadLog(view)
		}
		delta, err := u.decide(reads)
		switch failed := view.Failure(); {
		case failed != nil:
			if failed.Err != nil && conflict != nil {
				conflict.Err = failed.Err
				return conflict
			}
			if err = failed; failed.Err != nil {
				return failed.Err
			}
		case err != nil || len(delta) == 0:
			if attempt > 1 || reads.None() && u.NewID {
				return err // decided on a fresh view, or on none
			}
			if view, err = u.recheck(ctx, reads.Expected(), err); view == nil {
				return err
			}
			continue
		default:
			err = u.append(ctx, delta, reads.Expected())
		}
		if !errors.As(err, &conflict) {
			return err
		}
		u.Call.Conflict()
		conflict.Attempts = attempt
		if attempt == maxAttempts {
			return err
		}
		var result error
		wants := u.wants(delta, reads.Expected())
		if view, result, conflict.Err = u.tryAgain(ctx, attempt, wants, conflict.Keys); conflict.Err != nil {
			return err
		}
		if view == nil {
			return result
		}
	}
}

// decide runs the function.
func (u *Update) decide(reads *views.ReadLog) (value.Delta, error) {
	u.Call.Attempt()
	defer u.ahead.limit()()
	return runUpdate(reads, u.Func)
}

// recheck returns a fresh view if what an update read of the handle's no longer
// holds. Otherwise it returns the error with which the update's function ended,
// nil if it just wrote nothing.
func (u *Update) recheck(ctx context.Context, reads store.Expectation, ended error) (*views.Part, error) {
	fresh, err := u.freshView(ctx, readKeys(reads))
	switch {
	case err != nil:
		return nil, errors.Join(ended, err)
	case fresh == nil:
		return nil, nil
	case len(fresh.Changed(reads)) == 0:
		return nil, ended
	}
	return fresh, nil
}

// readKeys returns the keys that were read; nil if all were.
func readKeys(reads store.Expectation) []string {
	if reads.All {
		return nil
	}
	return append([]string{}, slices.Sorted(maps.Keys(reads.Values))...)
}

// freshView returns the keys of the handle's session as they are stored now, all if there
// are none; or, without an error, nil if the event is stored already, which then shows in
// the handle.
func (u *Update) freshView(ctx context.Context, keys []string) (*views.Part, error) {
	loaded, err := u.load(ctx, u.query(keys))
	if err != nil {
		return nil, err
	}
	return u.viewOf(ctx, loaded, keys)
}

// viewOf is freshView of what was loaded.
func (u *Update) viewOf(ctx context.Context, loaded store.Loaded, keys []string) (*views.Part, error) {
	if len(loaded.Events) > 0 {
		return nil, u.settle(ctx, loaded.Events[0])
	}
	return views.NewPart(views.Loaded(&loaded), keys, func(keys []string) (*views.Snapshot, error) {
		// What is held isn't enough, and could keep this from being loaded.
		if held := u.ahead.takeHeld(); held != nil {
			held.Release()
		}
		loaded, err := u.load(ctx, store.EventQuery{None: true, Keys: keys})
		return views.Loaded(&loaded), err
	}), nil
}

// load returns the session.
func (u *Update) load(ctx context.Context, q store.EventQuery) (store.Loaded, error) {
	loaded, err := u.Store.Load(ctx, u.Handle.Key(), q)
	if tied := u.Handle.Incarnation(); err == nil && tied != 0 && tied != loaded.Incarnation {
		err = store.ErrSessionNotFound
	}
	return loaded, names.Wrap(u.Handle.Key(), err)
}

// query asks for the event, if the session may have it, and for keys.
func (u *Update) query(keys []string) store.EventQuery {
	if u.NewID && !u.unsure { // by this call, which would have returned if it had stored it
		return store.EventQuery{None: true, Keys: keys}
	}
	return store.EventQuery{ID: u.EventID, AfterSeq: -1, Keys: keys}
}

// append appends what the function wrote on condition that what it read still
// holds.
func (u *Update) append(ctx context.Context, delta value.Delta, expect store.Expectation) error {
	e, err := u.Handle.Prepare(delta)
	if err != nil {
		return err
	}
	if err := u.Handle.Tie(ctx); err != nil {
		return names.Wrap(u.Handle.Key(), err)
	}
	switch held := u.ahead.takeHeld(); {
	case held != nil:
		u.Call.Delta(e)
		a, done := u.request(e, expect), (*store.Appended)(nil)
		if done, err = u.appendHeld(ctx, held, a); err == nil {
			err = u.Handle.Show(ctx, a, done)
		}
		err = names.Wrap(u.Handle.Key(), err)
	default:
		if key, busy := u.busy(expect); busy {
			return &store.ConflictError{Keys: []string{key}}
		}
		err = u.Handle.Append(ctx, e, expect)
	}
	if !errors.Is(err, store.ErrEventExists) {
		return err
	}
	// By an earlier call, most likely, for which the function wrote otherwise.
	loaded, loadErr := u.load(ctx, u.query([]string{}))
	if loadErr != nil {
		return loadErr
	}
	if len(loaded.Events) == 0 {
		return err
	}
	return u.settle(ctx, loaded.Events[0])
}

// request returns an append for what a store holds.
func (u *Update) request(e *store.StoredEvent, expect store.Expectation) *store.Append {
	a := u.Handle.Request(e, expect)
	a.NewID = a.NewID && !u.unsure
	return a
}

// settle shows in the handle that the event was stored by an earlier call. It is
// an error if that one was another event.
func (u *Update) settle(ctx context.Context, stored *store.StoredEvent) error {
	if damage := stored.Damage(); damage != nil {
		return names.Wrap(u.Handle.Key(), damage)
	}
	e, err := u.Handle.Prepare(nil)
	if err != nil {
		return err
	}
	apart := *stored
	apart.Writes = nil
	if !u.request(e, store.Expectation{}).Same(&apart) {
		return names.Wrap(u.Handle.Key(), store.ErrEventExists)
	}
	again := *stored
	again.Seq = 0
	return u.Handle.Repeat(ctx, &again)
}

// pause waits a random while that grows with the attempts, so that writers who
// collided don't collide again. It returns the context's error if that ends.
func pause(ctx context.Context, attempt int) error {
	longest := time.Duration(min(attempt*attempt, 50)) * time.Millisecond
	select {
	case <-time.After(rand.N(longest)):
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}
