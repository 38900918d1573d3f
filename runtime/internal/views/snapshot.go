package views

import (
	"iter"
	"maps"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Snapshot is an immutable merged state, by scope.
type Snapshot [3]store.Values

// Loaded returns the state as it was loaded.
func Loaded(l *store.Loaded) *Snapshot {
	for scope, values := range l.State {
		if values == nil {
			l.State[scope] = store.PlainValues(nil)
		}
	}
	return (*Snapshot)(&l.State)
}

// Get returns a copy of the value under key, a *MissingError, or a *DamagedError.
// A temp key is always missing: only the contexts of an Invocation see those.
func (v *Snapshot) Get(key string) (any, error) {
	scope, name := value.ScopeSession, key
	if value.MayHavePrefix(key) { // otherwise ParseKey would be a call for nothing
		if scope, name = value.ParseKey(key); scope == value.ScopeTemp {
			return nil, &value.MissingError{Key: key}
		}
	}
	var found any
	var ok bool
	if plain, is := v[scope].(store.PlainValues); is { // most are, and this spares a call
		found, ok = plain[name]
	} else {
		found, ok = v[scope].Get(name)
	}
	if !ok {
		return nil, &value.MissingError{Key: key}
	}
	if damage, is := found.(*value.DamagedError); is {
		return nil, damage
	}
	return value.Clone(found), nil
}

// Value returns the value under a stored key as it is, or false.
func (v *Snapshot) Value(key string) (any, bool) {
	scope, name := value.ParseKey(key)
	return v[scope].Get(name)
}

// some returns the values as they are of the keys that are expected, or of all.
func (v *Snapshot) some(x store.Expectation) map[string]any {
	if x.All {
		return maps.Collect(v.All())
	}
	values := make(map[string]any, len(x.Values))
	for key := range x.Values {
		if found, ok := v.Value(key); ok {
			values[key] = found
		}
	}
	return values
}

// All yields every key with a copy of its value, or with the *DamagedError in its
// place.
func (v *Snapshot) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for scope, values := range v {
			for name, found := range values.All() {
				if !yield(value.Scope(scope).Key(name), value.Clone(found)) {
					return
				}
			}
		}
	}
}
