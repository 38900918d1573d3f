package typed

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/turns"
)

// mergeLocks lets one append at a time merge into a key. It grants each key in
// the order in which appends ask for it.
type mergeLocks struct {
	turns.Locks[mergeKey, struct{}]
}

// mergeKey is a key of an app, a user or a session.
type mergeKey struct{ app, user, session, key string }

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
	var unlocks []func()
	unlock := func() {
		for _, f := range unlocks {
			f()
		}
	}
	for _, key := range keys {
		k := ownerOf(of, key)
		turn := l.Join(k)
		if err := turn.Take(ctx); err != nil {
			l.Quit(k)
			unlock()
			return ctx, nil, At(key, fmt.Errorf("waiting for another change of the key: %w", err))
		}
		unlocks = append(unlocks, func() {
			turn.Give()
			l.Quit(k)
		})
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
