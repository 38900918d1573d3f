package runtime

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// maxHold is how long an update's function may keep others waiting. It is meant to
// take no time at all; but if it waits for something that waits for what is held,
// an append of its own for instance, then only this ends it.
const maxHold = time.Second

// advantage is what an update that others got in the way of has over them at its
// next try: its place at the head of a queue, and what the store holds for it. Who
// loses it loses time, and nothing else.
type advantage struct {
	mu    sync.Mutex
	place *place
	held  store.Held
	used  bool // the store has held something before
}

// end gives it up.
func (x *advantage) end() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.held != nil {
		x.held.Release()
	}
	if x.place != nil {
		x.place.leave()
	}
	x.held, x.place = nil, nil
}

// limit has it end soon, unless what it returns is called.
func (x *advantage) limit() (stop func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.place == nil {
		return func() {}
	}
	timer := time.AfterFunc(maxHold, x.end)
	return func() { timer.Stop() }
}

// takeHeld returns what is held, for Append, which ends it; nil if nothing is.
func (x *advantage) takeHeld() store.Held {
	x.mu.Lock()
	defer x.mu.Unlock()
	held := x.held
	x.held = nil
	return held
}

// queued reports whether the update is at the head of a queue.
func (x *advantage) queued() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.place != nil
}

func (x *advantage) set(place *place, held store.Held) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if place != nil {
		x.place = place
	}
	x.held, x.used = held, x.used || held != nil
}

// busy reports whether others wait in a queue for what an update has read, at
// whose end it belongs.
func (u *update) busy(reads store.Expectation) (key string, busy bool) {
	if u.ahead.queued() {
		return "", false
	}
	return u.svc.queues.busy(u.session.key, reads)
}

// tryAgain returns a fresh view, as freshView does, with an advantage over others.
func (u *update) tryAgain(ctx context.Context, attempt int, delta Delta, reads store.Expectation, changed []string) (ReadonlyState, error) {
	holder, ok := u.svc.store.(store.Holder)
	switch {
	case !u.ahead.queued():
		key := changed[0]
		if reads.All {
			key = everything
		}
		atOnce := 1
		if ok {
			atOnce = holder.MaxHolds()
		}
		place, err := u.svc.queues.join(ctx, queueKeyOf(u.session.key, key), atOnce)
		if err != nil {
			return nil, err
		}
		u.ahead.set(place, nil)
	case !ok || attempt > maxHolds:
		if err := pause(ctx, attempt); err != nil {
			return nil, err
		}
	}
	if !ok {
		return u.freshView(ctx)
	}
	return u.hold(ctx, holder, delta, reads)
}

// maxHolds is how many tries with all keys held may fail before an update makes
// pauses in between: something takes away what it holds.
const maxHolds = 5

// hold has the store hold what the function read and wrote the last time. If that
// was not enough the last time, it has it hold everything.
func (u *update) hold(ctx context.Context, holder store.Holder, delta Delta, reads store.Expectation) (ReadonlyState, error) {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(delta)), maps.Keys(reads.Values))
	slices.Sort(keys)
	r := store.HoldRequest{
		Session: u.session.key, Incarnation: u.session.loaded.Incarnation,
		Keys: slices.Compact(keys), All: reads.All || u.ahead.used, Query: u.queryEvent(),
	}
	held, err := holder.Hold(ctx, r)
	if r.Incarnation == 0 && errors.Is(err, ErrSessionNotFound) { // shared state that has had no events yet
		if err = u.svc.createShared(ctx, r.Session); err == nil {
			held, err = holder.Hold(ctx, r)
		}
	}
	if err != nil {
		return nil, wrap(u.session.key, err)
	}
	loaded := held.Loaded()
	if len(loaded.Events) > 0 {
		held.Release()
	} else {
		u.ahead.set(nil, held)
	}
	return u.viewOf(ctx, loaded)
}
