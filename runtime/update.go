package runtime

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"sync"
	"time"
)

// maxUpdateAttempts is how often Update runs its function at most.
const maxUpdateAttempts = 100

// Update reads, decides and writes as if nobody else wrote in between. It runs
// fn on a State that notes every key fn reads, missing ones included (All
// reads all keys), and appends one event with what fn wrote, on condition that
// every one of them still holds the same value. If not, it runs fn again on a
// fresh view; so fn must do nothing but read and write the state.
//
// An error of fn ends it and is returned as it is, and nothing is written. If
// fn writes nothing, nothing is appended. Neither is ever decided by an old
// view: what fn read there is compared with the store first, which may run fn
// again. Update gives up with a *ConflictError after 100 attempts, or when it
// can't get a fresh view because ctx ended or the store failed. Temp keys can't
// be written here: they belong to an Invocation. Other errors are those of
// Service.AppendEvent.
//
// After an append the handle shows the event, and what fn read and wrote. The
// event has no invocation ID and no branch, even while an Invocation of the
// same session is under way, and that one's contexts see it only if they are
// made later.
//
// Blind writes and merge operations need no Update: appending them never loses
// anything.
func Update(ctx context.Context, svc *Service, session *Session, author string, fn func(State) error) error {
	switch {
	case session == nil:
		return &ArgumentError{"session", "is nil"}
	case fn == nil:
		return &ArgumentError{"update function", "is nil"}
	}
	view := session.State()
	for attempt := 1; ; attempt++ {
		reads := &readLog{view: view, expect: map[string]any{}}
		delta, err := runUpdate(reads, fn)
		if err != nil || len(delta) == 0 {
			if attempt > 1 || reads.none() {
				return err // decided on a fresh view, or on none
			}
			if view, err = svc.recheck(ctx, session, reads, err); view == nil {
				return err
			}
			continue
		}
		err = svc.appendIf(ctx, session, author, delta, reads)
		var conflict *ConflictError
		if !errors.As(err, &conflict) {
			return err
		}
		conflict.Attempts = attempt
		if attempt == maxUpdateAttempts {
			return err
		}
		if conflict.Err = pause(ctx, attempt); conflict.Err != nil {
			return err
		}
		if view, conflict.Err = svc.freshView(ctx, session); conflict.Err != nil {
			return err
		}
	}
}

// runUpdate returns what fn writes on top of what it reads.
func runUpdate(reads *readLog, fn func(State) error) (Delta, error) {
	state := &updateState{newCapture(reads)}
	err := fn(state)
	return state.seal(), err
}

// recheck returns a fresh view if what an update read of the handle's no longer
// holds. Otherwise it returns the error with which the update's function ended,
// nil if it just wrote nothing.
func (svc *Service) recheck(ctx context.Context, session *Session, reads *readLog, ended error) (ReadonlyState, error) {
	fresh, err := svc.freshView(ctx, session)
	if err != nil {
		return nil, errors.Join(ended, err)
	}
	if len(reads.expected().changed(maps.Collect(fresh.All()))) == 0 {
		return nil, ended
	}
	return fresh, nil
}

// freshView returns the state of a handle's session as it is stored now.
func (svc *Service) freshView(ctx context.Context, session *Session) (ReadonlyState, error) {
	fresh, err := svc.store.Load(ctx, session.key, EventQuery{None: true})
	if err == nil && fresh.Incarnation != session.loaded.Incarnation {
		err = ErrSessionNotFound
	}
	if err != nil {
		return nil, session.key.wrap(err)
	}
	return fresh.view(), nil
}

// appendIf appends what an update wrote on condition that what it read still
// holds.
func (svc *Service) appendIf(ctx context.Context, session *Session, author string, delta Delta, reads *readLog) error {
	event := &Event{Author: author, Actions: Actions{StateDelta: delta}}
	return svc.append(ctx, session, event, reads.expected())
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

// updateState is a capture that refuses temp keys.
type updateState struct{ *capture }

func (s *updateState) Set(key string, value any) error {
	if scope, _ := ParseKey(key); scope == ScopeTemp {
		return &ArgumentError{"state key", fmt.Sprintf("%q is a temp key; those are written in an invocation's contexts", key)}
	}
	return s.capture.Set(key, value)
}

// Merge is Set with an operation.
func (s *updateState) Merge(key string, op Op) error { return s.Set(key, op) }

// readLog is a view that notes what was read of it.
type readLog struct {
	view ReadonlyState

	mu     sync.Mutex
	expect map[string]any
	all    bool
}

func (l *readLog) Get(key string) (any, error) {
	value, err := l.view.Get(key)
	if err != nil && !IsMissing(err) {
		return nil, err
	}
	if scope, _ := ParseKey(key); scope != ScopeTemp {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.expect[key] = Clone(value)
	}
	return value, err
}

func (l *readLog) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		state := make(map[string]any)
		for key, value := range l.view.All() {
			state[key] = value
		}
		l.note(state)
		for key, value := range state {
			if !yield(key, Clone(value)) {
				return
			}
		}
	}
}

func (l *readLog) note(state map[string]any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = true
	for key, value := range state {
		l.expect[key] = value
	}
}

// none reports whether nothing was read.
func (l *readLog) none() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.expect) == 0 && !l.all
}

// expected returns what the keys that were read must hold; nothing if none was.
// It is a copy: a goroutine that outlives the function may go on reading.
func (l *readLog) expected() expectation {
	if l.none() {
		return expectation{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return expectation{maps.Clone(l.expect), l.all}
}
