package runtime

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
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
	if !x.queued() {
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

func (x *advantage) enter(p *place) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.place = p
}

func (x *advantage) hold(held store.Held) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.held, x.used = held, true
}

// invite is place.invite.
func (x *advantage) invite(most int, newSeat func(store.HoldRequest) (*seat, bool)) []*seat {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.place == nil {
		return nil
	}
	return x.place.invite(most, newSeat)
}

// busy reports whether others wait in a queue for what an update has read, at
// whose end it belongs.
func (u *updating) busy(reads store.Expectation) (key string, busy bool) {
	if u.ahead.queued() || u.svc.queues.empty() {
		return "", false
	}
	if reads.All && u.svc.queues.has(queueKeyOf(u.session.key, views.Everything)) {
		return views.Everything, true
	}
	for key := range reads.Values {
		if u.svc.queues.has(queueKeyOf(u.session.key, key)) {
			return key, true
		}
	}
	return "", false
}

// tryAgain returns a fresh view, as freshView does, with an advantage over others.
// Without a view, the update has ended meanwhile, with the result.
func (u *updating) tryAgain(
	ctx context.Context, attempt int, wants store.HoldRequest, changed string,
) (view *views.Part, result, err error) {
	holder, ok := u.svc.store.(store.Holder)
	switch {
	case !u.ahead.queued():
		atOnce := 1
		if ok {
			atOnce = holder.MaxHolds()
		}
		if settled, result, err := u.queue(ctx, wants, changed, atOnce); settled || err != nil {
			return nil, result, err
		}
	case !ok || attempt > maxHolds:
		if err := pause(ctx, attempt); err != nil {
			return nil, nil, err
		}
	}
	if ok {
		view, err = u.hold(ctx, holder, wants)
	} else {
		view, err = u.freshView(ctx, wants.Query.Keys)
	}
	return view, nil, err
}

// queue waits until the update is at the head of a queue, or a group has settled it.
func (u *updating) queue(
	ctx context.Context, wants store.HoldRequest, key string, atOnce int,
) (settled bool, result, err error) {
	if wants.All {
		key = views.Everything
	}
	wants.Query = u.query(wants.Query.Keys)
	place := u.svc.queues.enter(queueKeyOf(u.session.key, key), atOnce, wants)
	u.ahead.enter(place)
	for {
		s, err := place.wait(ctx)
		if err != nil || s == nil {
			return false, nil, err
		}
		if settled, result := u.sit(ctx, s); settled {
			return true, result, nil
		}
	}
}

// maxHolds is how many tries with all keys held may fail before an update makes
// pauses in between: something takes away what it holds.
const maxHolds = 5

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

// wants returns what the store is to hold: what the function read and wrote.
func (u *updating) wants(delta Delta, reads store.Expectation) store.HoldRequest {
	load := slices.Collect(maps.Keys(reads.Values))
	for key, v := range delta {
		if op, ok := v.(Op); ok {
			load = append(append(load, key), op.Old...)
		}
	}
	keys := slices.AppendSeq(slices.Clone(load), maps.Keys(delta))
	slices.Sort(keys)
	r := store.HoldRequest{
		Session: u.session.key, Incarnation: u.session.incarnation(),
		Keys: slices.Compact(keys), All: reads.All,
	}
	if !reads.All {
		r.Query.Keys = append([]string{}, load...)
	}
	return r
}

// hold has the store hold what the function read and wrote the last time. If that
// was not enough the last time, it has it hold everything.
func (u *updating) hold(ctx context.Context, holder store.Holder, r store.HoldRequest) (*views.Part, error) {
	r.Query = u.query(r.Query.Keys)
	if u.ahead.used {
		r.All, r.Query.Keys = true, nil
	}
	held, err := holder.Hold(ctx, r)
	if err != nil {
		return nil, names.Wrap(u.session.key, err)
	}
	loaded := held.Loaded()
	if len(loaded.Events) > 0 {
		held.Release()
	} else {
		u.ahead.hold(held)
		if u.holds, u.heldSince = r.Keys, time.Now(); r.All {
			u.holds = nil
		}
	}
	return u.viewOf(ctx, loaded, r.Query.Keys)
}
