package runtime

import (
	"iter"
	"maps"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// snapshot is an immutable merged state, by scope.
type snapshot [3]store.Values

// loadedView returns the state as it was loaded.
func loadedView(l *store.Loaded) *snapshot {
	for scope, values := range l.State {
		if values == nil {
			l.State[scope] = store.PlainValues(nil)
		}
	}
	return (*snapshot)(&l.State)
}

// Get returns a copy of the value under key, a *MissingError, or a *DamagedError.
// A temp key is always missing: only the contexts of an Invocation see those.
func (v *snapshot) Get(key string) (any, error) {
	scope, name := ScopeSession, key
	if value.MayHavePrefix(key) { // otherwise ParseKey would be a call for nothing
		if scope, name = ParseKey(key); scope == ScopeTemp {
			return nil, &MissingError{Key: key}
		}
	}
	var value any
	var ok bool
	if plain, is := v[scope].(store.PlainValues); is { // most are, and this spares a call
		value, ok = plain[name]
	} else {
		value, ok = v[scope].Get(name)
	}
	if !ok {
		return nil, &MissingError{Key: key}
	}
	if damage, is := value.(*DamagedError); is {
		return nil, damage
	}
	return Clone(value), nil
}

// value returns the value under a stored key as it is, or false.
func (v *snapshot) value(key string) (any, bool) {
	scope, name := ParseKey(key)
	return v[scope].Get(name)
}

// some returns the values as they are of the keys that are expected, or of all.
func (v *snapshot) some(x store.Expectation) map[string]any {
	if x.All {
		return maps.Collect(v.All())
	}
	values := make(map[string]any, len(x.Values))
	for key := range x.Values {
		if value, ok := v.value(key); ok {
			values[key] = value
		}
	}
	return values
}

// All yields every key with a copy of its value, or with the *DamagedError in its
// place.
func (v *snapshot) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for scope, values := range v {
			for name, value := range values.All() {
				if !yield(Scope(scope).Key(name), Clone(value)) {
					return
				}
			}
		}
	}
}
