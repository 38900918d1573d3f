package typed

import (
	"context"
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

// Locks lets one goroutine of the process at a time change a key of an app, a user
// or a session, in the order in which they ask. The zero value is ready to use.
type Locks struct{ locks mergeLocks }

// Lock waits for a key, no longer than the context.
func (l *Locks) Lock(ctx context.Context, of Run, key string) (unlock func(), err error) {
	_, unlock, err = l.locks.lock(ctx, of, []string{key})
	return unlock, err
}
