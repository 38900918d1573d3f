package typed

import (
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// Marshal is a value as JSON, for frameworks whose states hold bytes. Nil is nil.
func Marshal(key string, v any) ([]byte, error) {
	normal, err := value.Normalize(key, v)
	if err != nil || normal == nil {
		return nil, err
	}
	return value.Encode(normal)
}

// Unmarshal undoes Marshal. No bytes are nil. Text says that the key holds a text: bytes that
// are not the JSON of a string are then the text itself, as frameworks store what
// an agent answers. So are those that are no JSON.
func Unmarshal(data []byte, text bool) any {
	if len(data) == 0 {
		return nil
	}
	v, err := value.Decode(data)
	if _, isString := v.(string); err == nil && (isString || !text) {
		return v
	}
	if !utf8.Valid(data) {
		return data
	}
	return string(data)
}

// Locks lets one goroutine of the process at a time change a key of an app or a user, or
// the keys of a session, in the order in which they ask. A session's keys are locked
// together, since a service may store them as one value. The zero value is ready to use.
type Locks struct{ locks mergeLocks }

var errChangesItself = errors.New("a session service sets or merges inside a call that does so, which would wait for itself: " +
	"do that when the call has returned")

// Lock waits for all of the keys, no longer than the context. The context that it returns
// is for what is called meanwhile.
func (l *Locks) Lock(ctx context.Context, of Run, keys []string) (context.Context, func(), error) {
	locked := make([]string, len(keys))
	for i, key := range keys {
		switch scope, _ := value.ParseKey(key); scope {
		case value.ScopeUser, value.ScopeApp:
			locked[i] = key
		}
	}
	slices.Sort(locked) // as everybody does, so that nobody waits in a circle
	ctx, unlock, err := l.locks.lock(ctx, of, slices.Compact(locked))
	switch {
	case errors.Is(err, errWaitsForItself):
		err = errChangesItself
	case err != nil:
		err = errors.Unwrap(err) // without the key, which the caller knows
	}
	return ctx, unlock, err
}
