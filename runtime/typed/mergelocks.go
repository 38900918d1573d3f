package typed

import (
	"context"
	"errors"
	"fmt"
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
	users int           // who have it or wait for it
}

// mergingKey says in a context that an append under way has keys.
type mergingKey struct{ locks *mergeLocks }

// Two appends inside of others could each wait for what the other has.
var errWaitsForItself = errors.New("a service merges inside its AppendEvent, and the append under way has keys " +
	"for which this one might wait forever: append when AppendEvent has returned")

// lock waits until an append may merge into all of the keys. The context that
// it returns is for what the append calls.
func (l *mergeLocks) lock(ctx context.Context, of Run, keys []string) (context.Context, func(), error) {
	if len(keys) == 0 {
		return ctx, func() {}, nil
	}
	if ctx.Value(mergingKey{l}) != nil {
		return ctx, nil, At(keys[0], errWaitsForItself)
	}
	var locked []mergeKey
	unlock := func() {
		for _, k := range locked {
			l.unlock(k)
		}
	}
	for _, key := range keys {
		k := ownerOf(of, key)
		if err := take(ctx, l.enter(k)); err != nil {
			l.leave(k)
			unlock()
			return ctx, nil, At(key, fmt.Errorf("waiting for another change of the key: %w", err))
		}
		locked = append(locked, k)
	}
	return context.WithValue(ctx, mergingKey{l}, true), unlock, nil
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

// enter returns the turn of a key, for one user more.
func (l *mergeLocks) enter(key mergeKey) chan<- struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.held[key]
	if k == nil {
		if l.held == nil {
			l.held = map[mergeKey]*mergeLock{}
		}
		k = &mergeLock{turn: make(chan struct{}, 1)}
		l.held[key] = k
	}
	k.users++
	return k.turn
}

// unlock hands a key to whoever has waited longest.
func (l *mergeLocks) unlock(key mergeKey) {
	l.mu.Lock()
	turn := l.held[key].turn
	l.mu.Unlock()
	<-turn
	l.leave(key)
}

// leave forgets a key with its last user.
func (l *mergeLocks) leave(key mergeKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.held[key]
	if k.users--; k.users == 0 {
		delete(l.held, key)
	}
}
