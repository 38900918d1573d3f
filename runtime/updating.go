package runtime

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/lines"
	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// maxAttempts is how often an update runs its function at most.
const maxAttempts = 100

// maxHold is how long an update's function may keep others waiting. It is meant to
// take no time at all; but if it waits for something that waits for what is held,
// an append of its own for instance, then only this ends it.
const maxHold = time.Second

// updating is one call of Update.
type updating struct {
	svc     *Service
	session *Session
	event   Event // a copy of the caller's
	filled  stamps
	call    *observation
	fn      func(State) error

	place   *lines.Place // nil: it hasn't lined up
	guessed bool         // the view shows what others are about to append
	hasHeld bool         // the store has held something for it

	mu   sync.Mutex
	held store.Held // what the store holds for it; nil: nothing
}

// run runs the function, and appends what it writes, until nobody came in between.
func (u *updating) run(ctx context.Context) error {
	defer u.leave()
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
			if u.isFinal(attempt, reads) {
				return err
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
		if attempt == maxAttempts {
			return err
		}
		wants := u.wants(delta, reads.Expected())
		if view, conflict.Err = u.tryAgain(ctx, attempt, wants, conflict.Keys[0]); conflict.Err != nil {
			return err
		}
		if view == nil {
			return nil
		}
	}
}

// isFinal reports whether it is final that a function has failed, or written nothing: it was
// decided on a fresh view, or on none.
func (u *updating) isFinal(attempt int, reads *views.ReadLog) bool {
	if reads.None() && u.filled.id {
		return true
	}
	return attempt > 1 && !u.guessed
}

// decide runs the function, for as long as an update may keep others waiting.
func (u *updating) decide(reads *views.ReadLog) (Delta, error) {
	if place := u.place; place != nil {
		timer := time.AfterFunc(maxHold, func() {
			u.release()
			place.GiveWay()
		})
		defer timer.Stop()
	}
	return u.runFunc(reads)
}

// runFunc returns what the function writes on top of what it reads.
func (u *updating) runFunc(reads *views.ReadLog) (Delta, error) {
	u.call.attempt()
	state := &updateState{views.NewCapture(reads)}
	err := u.fn(state)
	return views.Seal(state.Capture, errReturned), err
}

// updateState is a capture that refuses temp keys.
type updateState struct{ *views.Capture }

func (s *updateState) Set(key string, v any) error {
	if scope, _ := ParseKey(key); scope == ScopeTemp {
		problem := fmt.Sprintf("%q is a temp key; those are written in an invocation's contexts", key)
		return &ArgumentError{Name: "state key", Problem: problem}
	}
	return s.Capture.Set(key, v)
}

// Merge is Set with an operation.
func (s *updateState) Merge(key string, op Op) error { return s.Set(key, op) }

// recheck returns a fresh view if what an update read of the handle's no longer
// holds. Otherwise it returns the error with which the update's function ended,
// nil if it just wrote nothing.
func (u *updating) recheck(ctx context.Context, reads store.Expectation, ended error) (*views.Part, error) {
	if u.guessed {
		u.guessed = false
		if err := u.wait(ctx); err != nil {
			return nil, errors.Join(ended, err)
		}
	}
	var keys []string // nil: all
	if !reads.All {
		keys = append([]string{}, slices.Sorted(maps.Keys(reads.Values))...)
	}
	fresh, err := u.freshView(ctx, keys)
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

// freshView returns the keys of the handle's session as they are stored now, all if there
// are none; or, without an error, nil if the event is stored already, which then shows in
// the handle.
func (u *updating) freshView(ctx context.Context, keys []string) (*views.Part, error) {
	loaded, err := u.load(ctx, u.query(keys))
	if err != nil {
		return nil, err
	}
	return u.viewOf(ctx, loaded, keys)
}

// viewOf is freshView of what was loaded.
func (u *updating) viewOf(ctx context.Context, loaded store.Loaded, keys []string) (*views.Part, error) {
	if len(loaded.Events) > 0 {
		return nil, u.settle(ctx, loaded.Events[0])
	}
	return views.NewPart(views.Loaded(&loaded), keys, func(keys []string) (*views.Snapshot, error) {
		u.release() // what isn't enough, and could keep this from being loaded
		loaded, err := u.load(ctx, store.EventQuery{None: true, Keys: keys})
		return views.Loaded(&loaded), err
	}), nil
}

// load returns the session.
func (u *updating) load(ctx context.Context, q store.EventQuery) (store.Loaded, error) {
	loaded, err := u.svc.store.Load(ctx, u.session.key, q)
	if tied := u.session.incarnation(); err == nil && tied != 0 && tied != loaded.Incarnation {
		err = ErrSessionNotFound
	}
	return loaded, names.Wrap(u.session.key, err)
}

// query asks for the event, if the session may have it, and for keys.
func (u *updating) query(keys []string) store.EventQuery {
	if u.filled.id { // by this call, which would have returned if it had stored it
		return store.EventQuery{None: true, Keys: keys}
	}
	return store.EventQuery{ID: u.event.ID, AfterSeq: -1, Keys: keys}
}

// prepare returns the event with a delta as a store takes it.
func (u *updating) prepare(delta Delta) (*store.StoredEvent, error) {
	event := u.event
	event.Actions.StateDelta = delta
	e, _, err := prepare(u.session.key, &event, u.svc.sizes)
	return e, err
}

// request returns an append for what a store holds.
func (u *updating) request(e *store.StoredEvent, expect store.Expectation) *store.Append {
	return &store.Append{
		Session: u.session.key, Incarnation: u.session.incarnation(), Token: u.session.loaded.Token,
		Event: e, NewID: u.filled.id, Expect: expect, Stamped: u.filled.timestamp, MaxValue: u.svc.sizes.Value,
	}
}

// append appends what the function wrote on condition that what it read still
// holds.
func (u *updating) append(ctx context.Context, delta Delta, expect store.Expectation) error {
	e, err := u.prepare(delta)
	if err != nil {
		return err
	}
	if _, err := u.svc.tie(ctx, u.session); err != nil {
		return names.Wrap(u.session.key, err)
	}
	if u.place != nil && u.svc.holder != nil {
		err = names.Wrap(u.session.key, u.appendInTurn(ctx, u.request(e, expect)))
	} else if key, busy := u.svc.lines.Busy(u.session.key, expect); busy && u.place == nil {
		return &ConflictError{Keys: []string{key}}
	} else {
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

// appendInTurn appends by way of what the store holds, or of a store that takes appends in
// order, and shows it. The next one in the line has its turn meanwhile.
func (u *updating) appendInTurn(ctx context.Context, a *store.Append) error {
	u.call.delta(a.Event)
	var finish func() (*store.Appended, error)
	if held := u.takeHeld(); held != nil {
		finish = func() (*store.Appended, error) { return held.Append(ctx, a) }
	} else {
		finish = u.svc.holder.Start(ctx, a)
	}
	ended := u.place.Begun(a, u.guessed)
	done, err := finish()
	ended(err)
	u.leave()
	if err != nil {
		return err
	}
	return u.show(ctx, a, done)
}

// show advances the handle. It takes the handle's turn only now that the event is stored: who
// has the turn may have been waiting for what was held.
func (u *updating) show(ctx context.Context, a *store.Append, done *store.Appended) error {
	own := u.session.progress()
	shown, err := own.begin(ctx, a.Event)
	if err != nil {
		return err
	}
	defer own.end()
	shown.Expect, shown.Again = a.Expect, a.Again
	u.session.advance(own, done)
	return nil
}

// settle shows in the handle that the event was stored by an earlier call. It is
// an error if that one was another event.
func (u *updating) settle(ctx context.Context, stored *store.StoredEvent) error {
	if damage := stored.Damage(); damage != nil {
		return names.Wrap(u.session.key, damage)
	}
	e, err := u.prepare(nil)
	if err != nil {
		return err
	}
	apart := *stored
	apart.Writes = nil
	if !u.request(e, store.Expectation{}).Same(&apart) {
		return names.Wrap(u.session.key, ErrEventExists)
	}
	again := *stored
	again.Seq = 0
	_, err = u.svc.appendStored(ctx, u.session, &again, stamps{}, store.Expectation{})
	return err
}
