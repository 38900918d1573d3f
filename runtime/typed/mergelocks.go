package typed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
)

// mergeLocks lets one append at a time merge into a key. It grants each key in
// the order in which appends ask for it.
type mergeLocks struct {
	mu   sync.Mutex
	held map[mergeKey]*mergeLock
}

// mergeKey is a key of an app, a user or a session.
type mergeKey struct{ app, user, session, key string }

// mergeLock is a key that somebody has or waits for.
type mergeLock struct {
	turn  chan struct{} // full while somebody has it
	owner *appending    // who has it
	users int           // who have it or wait for it
}

// appending is an append under way, together with those that its service makes
// inside it.
type appending struct{ waits []*mergeLock }

// appendingKey finds the append under way in a context.
type appendingKey struct{ locks *mergeLocks }

var errWaitsForItself = errors.New("a service appends inside its AppendEvent, and the append under way, " +
	"which would wait for this one, merges into the key: append when AppendEvent has returned")

// lock waits until an append may merge into all of the keys. The context that
// it returns is for what the append calls.
func (l *mergeLocks) lock(ctx context.Context, of Run, keys []string) (context.Context, func(), error) {
	if len(keys) == 0 {
		return ctx, func() {}, nil
	}
	a, nested := ctx.Value(appendingKey{l}).(*appending)
	if !nested {
		a = &appending{}
		ctx = context.WithValue(ctx, appendingKey{l}, a)
	}
	var locked []mergeKey
	unlock := func() {
		for _, k := range locked {
			l.unlock(k)
		}
	}
	for _, key := range keys {
		k := ownerOf(of, key)
		if err := l.lockKey(ctx, a, k); err != nil {
			unlock()
			return ctx, nil, At(key, err)
		}
		locked = append(locked, k)
	}
	return ctx, unlock, nil
}

// ownerOf adds to a key whose it is.
func ownerOf(of Run, key string) mergeKey {
	switch scope, _ := runtime.ParseKey(key); scope {
	case runtime.ScopeApp:
		return mergeKey{app: of.App, key: key}
	case runtime.ScopeUser:
		return mergeKey{app: of.App, user: of.User, key: key}
	}
	return mergeKey{of.App, of.User, of.Session, key}
}

func (l *mergeLocks) lockKey(ctx context.Context, a *appending, key mergeKey) error {
	k, err := l.enter(a, key)
	if err != nil {
		return err
	}
	err = take(ctx, k.turn)
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.Index(a.waits, k)
	a.waits = slices.Delete(a.waits, at, at+1)
	if err != nil {
		l.leave(key)
		return fmt.Errorf("waiting for another change of the key: %w", err)
	}
	k.owner = a
	return nil
}

// enter returns the lock of a key, unless it is free only after the append has ended.
func (l *mergeLocks) enter(a *appending, key mergeKey) (*mergeLock, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.held[key]
	switch {
	case k == nil:
		if l.held == nil {
			l.held = map[mergeKey]*mergeLock{}
		}
		k = &mergeLock{turn: make(chan struct{}, 1)}
		l.held[key] = k
	case k.waitsFor(a):
		return nil, errWaitsForItself
	}
	k.users++
	a.waits = append(a.waits, k)
	return k, nil
}

// waitsFor reports whether a lock is free only after an append has ended. Two
// appends inside of others may each hold what the other wants.
func (k *mergeLock) waitsFor(a *appending) bool {
	return k.owner != nil && (k.owner == a || slices.ContainsFunc(k.owner.waits, func(next *mergeLock) bool { return next.waitsFor(a) }))
}

// unlock hands a key to whoever has waited longest.
func (l *mergeLocks) unlock(key mergeKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.held[key]
	k.owner = nil
	<-k.turn
	l.leave(key)
}

// leave forgets a key with its last user. The caller holds the lock.
func (l *mergeLocks) leave(key mergeKey) {
	k := l.held[key]
	if k.users--; k.users == 0 {
		delete(l.held, key)
	}
}
