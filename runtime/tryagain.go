package runtime

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// impatient is how many tries may fail before an update makes pauses in between.
const impatient = 5

// tryAgain returns another view, with which an update has a better chance than with the one
// before: in a line with others, what those are about to append; if that has proved wrong or
// isn't enough, a fresh view, as freshView does, of what the store then holds for it.
func (u *updating) tryAgain(
	ctx context.Context, attempt int, wants store.HoldRequest, changed string,
) (*views.Part, error) {
	if attempt > impatient {
		if err := pause(ctx, attempt); err != nil {
			return nil, err
		}
	}
	if u.place == nil {
		if wants.All {
			changed = views.Everything
		}
		place, err := u.svc.lines.Enter(ctx, u.session.key, changed)
		if err != nil {
			return nil, err
		}
		u.place = place
	}
	if !u.guessed {
		if view := u.place.Guess(u.session.key, wants.Query.Keys); view != nil {
			u.guessed = true
			return view, nil
		}
	}
	u.guessed = false
	if err := u.wait(ctx); err != nil {
		return nil, err
	}
	if u.svc.holder != nil {
		return u.hold(ctx, wants)
	}
	return u.freshView(ctx, wants.Query.Keys)
}

// wait waits until others in the line have stored what they are appending, or take too long.
func (u *updating) wait(ctx context.Context) error {
	short, cancel := context.WithTimeout(ctx, maxHold)
	defer cancel()
	u.place.Wait(short)
	return ctx.Err()
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
		Session: u.session.key,
		Keys:    slices.Compact(keys), All: reads.All,
	}
	if !reads.All {
		r.Query.Keys = append([]string{}, load...)
	}
	return r
}

// hold has the store hold what the function read and wrote the last time. If that
// was not enough the last time, it has it hold everything.
func (u *updating) hold(ctx context.Context, r store.HoldRequest) (*views.Part, error) {
	r.Query = u.query(r.Query.Keys)
	if _, err := u.svc.tie(ctx, u.session); err != nil { // before anything is held
		return nil, names.Wrap(u.session.key, err)
	}
	r.Incarnation = u.session.incarnation()
	if u.hasHeld {
		r.All, r.Query.Keys = true, nil
	}
	held, err := u.svc.holder.Hold(ctx, r)
	if err != nil {
		return nil, names.Wrap(u.session.key, err)
	}
	loaded := held.Loaded()
	if len(loaded.Events) > 0 {
		held.Release()
	} else {
		u.keep(held)
	}
	return u.viewOf(ctx, loaded, r.Query.Keys)
}

// keep notes what the store holds.
func (u *updating) keep(held store.Held) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.held, u.hasHeld = held, true
}

// takeHeld returns what is held, for Append, which ends it; nil if nothing is.
func (u *updating) takeHeld() store.Held {
	u.mu.Lock()
	defer u.mu.Unlock()
	held := u.held
	u.held = nil
	return held
}

// release gives up what is held.
func (u *updating) release() {
	if held := u.takeHeld(); held != nil {
		held.Release()
	}
}

// leave gives up what is held, and the place in a line.
func (u *updating) leave() {
	u.release()
	if u.place != nil {
		u.place.Leave()
		u.place = nil
	}
}
