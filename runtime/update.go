package runtime

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// maxUpdateAttempts is how often Update runs its function at most.
const maxUpdateAttempts = 100

// Update reads, decides and writes as if nobody else wrote in between. It runs
// fn on a State that notes every key fn reads, missing ones included (All
// reads all keys), and appends the event with what fn wrote as its state delta,
// on condition that every one of those keys still holds the same value. If not,
// it runs fn again on a fresh view; so fn must do nothing but read and write the
// state.
//
// The event brings all but the state delta: its author, and what else is known
// of it, such as the invocation that it belongs to. Update fills in its ID and
// timestamp if they are empty and changes nothing else of it. If the outcome of
// a call is unknown, because ctx ended or the store failed, calling Update again
// with the same event, or another one with the same ID and fields, makes it
// certain: what was stored counts once. Then Update succeeds and changes
// nothing, whatever fn would decide now: fn may run, and its result is dropped.
//
// To run fn again, Update loads the keys that fn has read, and others when fn reads them. If
// those before have changed by then, Get returns a *ConflictError, and fn runs once more.
//
// An error of fn ends it and is returned as it is, and nothing is written. If
// fn writes nothing, nothing is appended. Neither is ever decided by an old
// view: what fn read there is compared with the store first, which may run fn
// again. Update gives up with a *ConflictError after 100 attempts, or when it
// can't get a fresh view because ctx ended or the store failed. Temp keys can't
// be written here: they belong to an Invocation. Other errors are those of
// Service.AppendEvent.
//
// On a store that is a Holder, the second attempt, or the third if fn reads other
// keys by then, can't be overtaken: while fn runs, others are kept from changing
// what it reads, for a second at most. An fn that takes longer, or appends by
// itself, is overtaken after that, and runs again.
//
// If the store can do it (see store.GroupHeld), updates that wait for the same keys
// are stored together, each or none: then fn has run on what those before it wrote,
// and Update returns, with fn's error too, only when that is stored. If it can't be,
// fn runs again.
//
// After an append the handle shows the event, and what fn read and wrote. Even
// if the event bears the ID of an Invocation under way, that one's contexts see
// it only if they are made later.
//
// Blind writes and merge operations need no Update: appending them never loses
// anything.
func Update(ctx context.Context, svc *Service, session *Session, event *Event, fn func(State) error) error {
	switch {
	case session == nil:
		return &ArgumentError{Name: "session", Problem: "is nil"}
	case fn == nil:
		return &ArgumentError{Name: "update function", Problem: "is nil"}
	}
	if err := checkUpdate(event); err != nil {
		return err
	}
	u := &update{svc: svc, session: session, filled: stamp(event), event: *event, fn: fn}
	ctx, u.call = svc.begin(ctx, "Update", session.key.AppName)
	err := u.run(ctx)
	u.call.end(err)
	return err
}

// checkUpdate checks an event that a function is to give its delta.
func checkUpdate(e *Event) error {
	switch {
	case e == nil:
		return &ArgumentError{Name: "event", Problem: "is nil"}
	case e.Partial:
		return &ArgumentError{Name: "event", Problem: "is partial; an update is stored, or nothing of it"}
	case len(e.Actions.StateDelta) > 0:
		return &ArgumentError{Name: "event", Problem: "has a state delta; an update's function writes the state"}
	}
	return checkEvent(e)
}

// update is one call of Update.
type update struct {
	svc     *Service
	session *Session
	filled  stamps
	event   Event // a copy of the caller's
	fn      func(State) error
	ahead   advantage
	unsure  bool // whether a group has stored the event
	call    *observation

	holds     store.HoldRequest // what was held the last time
	heldSince time.Time
}

func (u *update) run(ctx context.Context) error {
	defer u.ahead.end()
	var view *views.Part // nil: the handle's
	var conflict *ConflictError
	for attempt := 1; ; attempt++ {
		reads := views.NewReadLog(u.session.State())
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
			if attempt > 1 || reads.None() && u.filled.id {
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
		u.call.conflict()
		conflict.Attempts = attempt
		if attempt == maxUpdateAttempts {
			return err
		}
		var result error
		if view, result, conflict.Err = u.tryAgain(ctx, attempt, u.wants(delta, reads.Expected()), conflict.Keys); conflict.Err != nil {
			return err
		}
		if view == nil {
			return result
		}
	}
}

// decide runs the function.
func (u *update) decide(reads *views.ReadLog) (Delta, error) {
	u.call.attempt()
	defer u.ahead.limit()()
	return runUpdate(reads, u.fn)
}

// runUpdate returns what fn writes on top of what it reads.
func runUpdate(reads *views.ReadLog, fn func(State) error) (Delta, error) {
	state := &updateState{views.NewCapture(reads)}
	err := fn(state)
	return views.Seal(state.capture, errReturned), err
}

// updateState is a capture that refuses temp keys.
type updateState struct{ *capture }

func (s *updateState) Set(key string, value any) error {
	if scope, _ := ParseKey(key); scope == ScopeTemp {
		return &ArgumentError{Name: "state key", Problem: fmt.Sprintf("%q is a temp key; those are written in an invocation's contexts", key)}
	}
	return s.capture.Set(key, value)
}

// Merge is Set with an operation.
func (s *updateState) Merge(key string, op Op) error { return s.Set(key, op) }

// recheck returns a fresh view if what an update read of the handle's no longer
// holds. Otherwise it returns the error with which the update's function ended,
// nil if it just wrote nothing.
func (u *update) recheck(ctx context.Context, reads store.Expectation, ended error) (*views.Part, error) {
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
func (u *update) freshView(ctx context.Context, keys []string) (*views.Part, error) {
	loaded, err := u.load(ctx, u.query(keys))
	if err != nil {
		return nil, err
	}
	return u.viewOf(ctx, loaded, keys)
}

// viewOf is freshView of what was loaded.
func (u *update) viewOf(ctx context.Context, loaded store.Loaded, keys []string) (*views.Part, error) {
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
func (u *update) load(ctx context.Context, q store.EventQuery) (store.Loaded, error) {
	loaded, err := u.svc.store.Load(ctx, u.session.key, q)
	if err == nil && !u.session.isOf(&loaded) {
		err = ErrSessionNotFound
	}
	return loaded, names.Wrap(u.session.key, err)
}

// query asks for the event, if the session may have it, and for keys.
func (u *update) query(keys []string) store.EventQuery {
	if u.filled.id && !u.unsure { // by this call, which would have returned if it had stored it
		return store.EventQuery{None: true, Keys: keys}
	}
	return store.EventQuery{ID: u.event.ID, AfterSeq: -1, Keys: keys}
}

// append appends what the function wrote on condition that what it read still
// holds.
func (u *update) append(ctx context.Context, delta Delta, expect store.Expectation) error {
	e, err := u.prepare(delta)
	if err != nil {
		return err
	}
	if _, err := u.svc.tie(ctx, u.session); err != nil {
		return names.Wrap(u.session.key, err)
	}
	switch held := u.ahead.takeHeld(); {
	case held != nil:
		u.call.delta(e)
		a, done := u.request(e, expect), (*store.Appended)(nil)
		if done, err = u.appendHeld(ctx, held, a); err == nil {
			err = u.svc.showHeld(ctx, u.session, a, done)
		}
		err = names.Wrap(u.session.key, err)
	default:
		if key, busy := u.busy(expect); busy {
			return &ConflictError{Keys: []string{key}}
		}
		_, err = u.svc.appendStored(ctx, u.session, e, u.filled, expect)
	}
	if !errors.Is(err, ErrEventExists) {
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

// prepare returns the event with a delta as a store takes it.
func (u *update) prepare(delta Delta) (*store.StoredEvent, error) {
	event := u.event
	event.Actions.StateDelta = delta
	e, _, err := prepare(u.session.key, &event, u.svc.sizes)
	return e, err
}

// request returns an append for what a store holds.
func (u *update) request(e *store.StoredEvent, expect store.Expectation) *store.Append {
	return &store.Append{
		Session: u.session.key, Incarnation: u.session.incarnation(), Token: u.session.loaded.Token,
		Event: e, NewID: u.filled.id && !u.unsure, Expect: expect, Stamped: u.filled.timestamp,
		MaxValue: u.svc.sizes.Value,
	}
}

// settle shows in the handle that the event was stored by an earlier call. It is
// an error if that one was another event.
func (u *update) settle(ctx context.Context, stored *store.StoredEvent) error {
	if damage := stored.Damage(); damage != nil {
		return names.Wrap(u.session.key, damage)
	}
	e, err := u.prepare(nil)
	if err != nil {
		return err
	}
	apart := *stored
	apart.Writes = nil
	if a := (&store.Append{Event: e, Stamped: u.filled.timestamp}); !a.Same(&apart) {
		return names.Wrap(u.session.key, ErrEventExists)
	}
	again := *stored
	again.Seq = 0
	_, err = u.svc.appendStored(ctx, u.session, &again, stamps{}, store.Expectation{})
	return err
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
