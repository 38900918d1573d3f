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

type mergeLock struct {
	owner *appending
	queue []*waiter
}

type waiter struct {
	append  *appending
	granted chan struct{}
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
	w, err := l.enqueue(a, key)
	if w == nil {
		return err
	}
	select {
	case <-w.granted:
		return nil
	case <-ctx.Done():
		l.giveUp(w, key)
		return fmt.Errorf("waiting for another change of the key: %w", ctx.Err())
	}
}

// enqueue takes a key that nobody holds. Otherwise it returns the place in the
// queue.
func (l *mergeLocks) enqueue(a *appending, key mergeKey) (*waiter, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.held[key]
	if k == nil {
		if l.held == nil {
			l.held = map[mergeKey]*mergeLock{}
		}
		l.held[key] = &mergeLock{owner: a}
		return nil, nil
	}
	if k.waitsFor(a) {
		return nil, errWaitsForItself
	}
	w := &waiter{a, make(chan struct{})}
	k.queue = append(k.queue, w)
	a.waits = append(a.waits, k)
	return w, nil
}

// waitsFor reports whether a lock is free only after an append has ended. Two
// appends inside of others may each hold what the other wants.
func (k *mergeLock) waitsFor(a *appending) bool {
	return k.owner == a || slices.ContainsFunc(k.owner.waits, func(next *mergeLock) bool { return next.waitsFor(a) })
}

// unlock hands a key to whoever has waited longest.
func (l *mergeLocks) unlock(key mergeKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.held[key]
	if len(k.queue) == 0 {
		delete(l.held, key)
		return
	}
	next := k.queue[0]
	k.queue = k.queue[1:]
	k.owner = next.append
	next.append.stopWaiting(k)
	close(next.granted)
}

// giveUp leaves the queue, or passes on a key that was granted meanwhile.
func (l *mergeLocks) giveUp(w *waiter, key mergeKey) {
	l.mu.Lock()
	k := l.held[key]
	i := slices.Index(k.queue, w)
	if i >= 0 {
		k.queue = slices.Delete(k.queue, i, i+1)
		w.append.stopWaiting(k)
	}
	l.mu.Unlock()
	if i < 0 {
		l.unlock(key)
	}
}

func (a *appending) stopWaiting(k *mergeLock) {
	i := slices.Index(a.waits, k)
	a.waits = slices.Delete(a.waits, i, i+1)
}
