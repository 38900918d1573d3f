package typed

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/turns"
)

// Append adds changes to an event's delta, merge operations resolved against
// the session's state, and calls send, which stores the event. Appends that
// merge into the same key of the same session, user or app, by its scope, come
// one after the other; all others, and runs, don't wait for them. Who has to
// wait waits no longer than ctx. An append inside send that has the context that send was
// given may set keys; to merge there is an error, for two could wait for each other.
//
// If session is a runtime.Merger, its service takes merge operations: then the
// delta gets them as they are, and nobody waits.
func (l *Live) Append(ctx context.Context, of Run, delta map[string]any, session runtime.ReadonlyState, changes runtime.Delta, send func(context.Context) error) error {
	if _, ok := session.(runtime.Merger); ok {
		maps.Copy(delta, changes)
		return send(ctx)
	}
	ctx, unlock, err := l.appends.lock(ctx, of, mergedKeys(changes))
	if err != nil {
		return err
	}
	defer unlock()
	plain, err := changes.Resolve(session)
	if err != nil {
		return err
	}
	maps.Copy(delta, plain)
	return send(ctx)
}

// mergedKeys lists the keys of a delta's merge operations in order.
func mergedKeys(changes runtime.Delta) []string {
	var keys []string
	for key, value := range changes {
		if _, ok := value.(runtime.Op); ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

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
