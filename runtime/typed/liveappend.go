package typed

import (
	"context"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
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
