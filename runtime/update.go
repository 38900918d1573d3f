package runtime

import (
	"context"
	"errors"
	"iter"
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
// It gives up with a *ConflictError after 100 attempts, or when it can't get
// that fresh view because ctx ended or the store failed. An error of fn ends
// it and is returned as it is, and nothing is written. If fn writes nothing,
// nothing is appended. Temp keys can't be written here: they belong to an
// Invocation. Other errors are those of Service.AppendEvent.
//
// After an append the handle shows the event, and what fn read and wrote.
//
// Blind writes and merge operations need no Update: appending them never loses
// anything.
func Update(ctx context.Context, svc *Service, session *Session, author string, fn func(State) error) error {
	if session == nil {
		return &ArgumentError{"session", "is nil"}
	}
	view := session.State()
	for attempt := 1; ; attempt++ {
		err := tryUpdate(ctx, svc, session, author, fn, view)
		var conflict *ConflictError
		if !errors.As(err, &conflict) || conflict.Attempts > 0 { // an Update inside fn has its own
			return err
		}
		conflict.Attempts = attempt
		if attempt == maxUpdateAttempts {
			return err
		}
		if conflict.Err = pause(ctx, attempt); conflict.Err != nil {
			return err
		}
		fresh, err2 := svc.store.Load(ctx, session.key, EventQuery{None: true})
		if err2 != nil {
			conflict.Err = session.key.wrap(err2)
			return err
		}
		view = (*snapshot)(&fresh.State)
	}
}

func tryUpdate(ctx context.Context, svc *Service, session *Session, author string,
	fn func(State) error, view ReadonlyState) error {
	reads := &readLog{view: view, expect: map[string]any{}}
	state := &updateState{newCapture(reads)}
	if err := fn(state); err != nil {
		return err
	}
	delta := state.seal()
	if len(delta) == 0 {
		return nil
	}
	event := &Event{Author: author, Actions: Actions{StateDelta: delta}}
	stamp(event)
	a, err := prepare(session.key, event)
	if err != nil {
		return err
	}
	a.expect, a.expectAll = reads.expected()
	return svc.append(ctx, session, a)
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
		return &ArgumentError{"state key", key + " is a temp key; those are written in an invocation's contexts"}
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

func (l *readLog) expected() (map[string]any, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.expect) == 0 && !l.all {
		return nil, false
	}
	return l.expect, l.all
}
